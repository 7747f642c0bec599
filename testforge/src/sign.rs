//! Signatures over bodies, written out by hand: a checker that is tested against this shares no code with it.

use sha2::Digest;

const BLOCK_BYTES: usize = 64;

/// HMAC of a body under a secret, in lower-case hexadecimal.
pub(crate) fn hmac<D: Digest>(secret: &[u8], body: &[u8]) -> String {
    let mut key = if secret.len() > BLOCK_BYTES {
        D::digest(secret).to_vec()
    } else {
        secret.to_vec()
    };
    key.resize(BLOCK_BYTES, 0);
    let pad = |with: u8| key.iter().map(|byte| byte ^ with).collect::<Vec<u8>>();
    let inner = D::new()
        .chain_update(pad(0x36))
        .chain_update(body)
        .finalize();
    let outer = D::new()
        .chain_update(pad(0x5c))
        .chain_update(inner)
        .finalize();
    hex(&outer)
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name that nobody else has, made of a row of words: 40 hexadecimal digits.
pub(crate) fn unique(words: &[&str]) -> String {
    let mut digits = hex(&sha2::Sha256::digest(words.join("\0").as_bytes()));
    digits.truncate(40);
    digits
}

/// An id of a delivery, in the form of a random UUID.
pub(crate) fn uuid(seed: u64, number: u64) -> String {
    let mut digits = unique(&["uuid", &seed.to_string(), &number.to_string()]);
    digits.truncate(32);
    digits.replace_range(12..13, "4");
    digits.replace_range(16..17, "a");
    for at in [20, 16, 12, 8] {
        digits.insert(at, '-');
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_answer() {
        let got = hmac::<sha2::Sha256>(b"key", b"The quick brown fox jumps over the lazy dog");
        let known = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
        assert_eq!(got, known);
        let got = hmac::<sha1::Sha1>(b"key", b"The quick brown fox jumps over the lazy dog");
        assert_eq!(got, "de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9");
    }

    #[test]
    fn ids_look_like_uuids() {
        let one = uuid(0, 1);
        assert_eq!(one.len(), 36);
        assert_eq!(
            one.split('-').map(str::len).collect::<Vec<_>>(),
            [8, 4, 4, 4, 12]
        );
        assert_ne!(one, uuid(0, 2));
    }
}
