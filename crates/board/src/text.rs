//! What is said in titles, texts and comments.
