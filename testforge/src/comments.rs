//! Comments on issues and pull requests.

use crate::events::{CommentChange, Happened};
use crate::options::{Access, Kind, Refused};
use crate::world::{Comment, Id, World, now};

const COMMENT_BYTES_MAX: usize = 1 << 20;

impl World {
    /// Writes a comment; its id.
    pub(crate) fn comment(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        body: &str,
    ) -> Result<Id, Refused> {
        self.need(repo, doer, Access::Read)?;
        self.need_live(repo)?;
        self.issue(repo, number)?;
        if body.trim().is_empty() || body.len() > COMMENT_BYTES_MAX {
            return Err(Refused::invalid("[Body]: Required"));
        }
        let comment = Comment {
            id: self.next_id("comment"),
            poster: doer,
            body: body.to_owned(),
            created: now(),
            updated: now(),
        };
        let id = comment.id;
        self.issue_mut(repo, number)?.comments.push(comment.clone());
        self.touch(repo, number)?;
        self.tell(
            repo,
            doer,
            &Happened::Comment(number, comment, CommentChange::Created),
        );
        Ok(id)
    }

    /// The issue that a comment stands on.
    pub(crate) fn comment_place(&self, repo: Id, id: Id) -> Result<(u64, Comment), Refused> {
        for issue in self.repo(repo)?.issues.values() {
            if let Some(comment) = issue.comments.iter().find(|comment| comment.id == id) {
                return Ok((issue.number, comment.clone()));
            }
        }
        Err(Refused::missing())
    }

    /// Changes a comment. Without a change nobody is told, but by Forgejo.
    pub(crate) fn edit_comment(
        &mut self,
        repo: Id,
        doer: Id,
        id: Id,
        body: &str,
    ) -> Result<(), Refused> {
        let (number, old) = self.comment_place(repo, id)?;
        self.need_hand_in(repo, doer, old.poster)?;
        if old.body == body && self.kind != Kind::Forgejo {
            return Ok(());
        }
        let new = Comment {
            body: body.to_owned(),
            updated: now(),
            ..old.clone()
        };
        let comments = &mut self.issue_mut(repo, number)?.comments;
        if let Some(place) = comments.iter_mut().find(|comment| comment.id == id) {
            *place = new.clone();
        }
        let change = CommentChange::Edited(old.body);
        self.tell(repo, doer, &Happened::Comment(number, new, change));
        Ok(())
    }

    pub(crate) fn delete_comment(&mut self, repo: Id, doer: Id, id: Id) -> Result<(), Refused> {
        let (number, old) = self.comment_place(repo, id)?;
        self.need_hand_in(repo, doer, old.poster)?;
        let issue = self.issue_mut(repo, number)?;
        issue.comments.retain(|comment| comment.id != id);
        self.tell(
            repo,
            doer,
            &Happened::Comment(number, old, CommentChange::Deleted),
        );
        Ok(())
    }
}
