//! What people and other programs do on a forge, and what they see there.

use serde_json::{Value, json};
use testforge::NewIssue;

use super::stage::Stage;

impl Stage {
    /// Calls in the repository as somebody.
    pub(crate) fn as_(&self, who: &str, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/repos/{}{path}", self.repo);
        self.api.call(self.token(who), method, &path, Some(body))
    }

    /// Looks in the repository.
    pub(crate) fn get(&self, path: &str) -> Value {
        let path = format!("/repos/{}{path}", self.repo);
        self.api.get(self.token("mia"), &path)
    }

    /// Opens an issue; its number. On the test forge people do what they do without HTTP, so that faults of answers are
    /// all for the daemon.
    pub(crate) fn open(&self, who: &str, title: &str, body: &str, label: &str, to: &[&str]) -> u64 {
        let assignees: Vec<String> = to.iter().map(|it| self.login(it)).collect();
        if let Some(forge) = &self.forge {
            let labels = match label {
                "" => Vec::new(),
                label => vec![forge.label(&self.repo, label).expect("a label")],
            };
            let new = NewIssue {
                title: title.to_owned(),
                body: body.to_owned(),
                labels,
                assignees,
                ..NewIssue::default()
            };
            return forge.open_issue(&self.repo, who, new).expect("an issue");
        }
        let mut issue = json!({"title": title, "body": body, "assignees": assignees});
        if !label.is_empty() {
            issue["labels"] = json!([self.label(label)]);
        }
        let opened = self.as_(who, "POST", "/issues", &issue);
        opened["number"].as_u64().expect("a number")
    }

    fn label(&self, name: &str) -> u64 {
        let labels = self.get("/labels?limit=50");
        let labels = labels.as_array().expect("labels");
        let found = labels.iter().find(|it| it["name"] == name);
        found.expect("the label")["id"].as_u64().expect("an id")
    }

    /// The CI finds something wrong with a commit.
    pub(crate) fn fail_checks(&self, commit: &str) {
        if let Some(forge) = &self.forge {
            let set = forge.set_status(&self.repo, "ci", commit, "ci/lint", "failure");
            return set.expect("a status");
        }
        let status = json!({
            "state": "failure", "context": "ci/lint", "description": "lint.txt is missing",
        });
        self.as_("ci", "POST", &format!("/statuses/{commit}"), &status);
    }

    /// A person asks for a review.
    pub(crate) fn ask_reviewer(&self, pull: u64) {
        if let Some(forge) = &self.forge {
            let asked = forge.request_reviews(&self.repo, "mia", pull, &["reviewer"]);
            return asked.expect("a request");
        }
        let reviewers = json!({"reviewers": [self.login("reviewer")]});
        let path = format!("/pulls/{pull}/requested_reviewers");
        self.as_("mia", "POST", &path, &reviewers);
    }

    /// Whether an issue or pull request is open.
    pub(crate) fn is_open(&self, number: u64) -> bool {
        self.get(&format!("/issues/{number}"))["state"] == "open"
    }

    /// The comments on an issue: who, and what.
    pub(crate) fn comments(&self, number: u64) -> Vec<(String, String)> {
        let found = self.get(&format!("/issues/{number}/comments"));
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        let all = found.as_array().expect("comments").iter();
        all.map(|it| (text(&it["user"]["login"]), text(&it["body"])))
            .collect()
    }

    /// What a file holds at a branch, without its last ends of lines.
    pub(crate) fn file(&self, branch: &str, path: &str) -> Option<String> {
        let path = format!("/repos/{}/raw/{path}?ref={branch}", self.repo);
        let authorization = format!("token {}", self.token("mia"));
        if let Some(forge) = &self.forge {
            let path = path.split('?').next()?.rsplit("/raw/").next()?;
            let text = forge.file(&self.repo, branch, path).expect("a branch");
            return text.map(|it| it.trim_end().to_owned());
        }
        let got = self.api.ask(&authorization, "GET", &path, None);
        (got.status == 200).then(|| got.text.trim_end().to_owned())
    }

    /// Issues and pull requests, open or not.
    pub(crate) fn issues(&self) -> Vec<Value> {
        let found = self.get("/issues?state=all&limit=50&per_page=50&type=issues");
        let all = found.as_array().expect("issues").iter();
        all.filter(|it| it["pull_request"].is_null())
            .cloned()
            .collect()
    }

    /// Pull requests, open or not.
    pub(crate) fn pulls(&self) -> Vec<Value> {
        let found = self.get("/pulls?state=all&limit=50&per_page=50");
        found.as_array().expect("pull requests").clone()
    }
}
