//! Commands of a project of Ruby: RSpec or minitest, through Bundler where there is a Gemfile.

use super::folder::Folder;
use super::{Detected, Language, Purpose};

/// Finds them.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    let gemfile = dir.text("Gemfile");
    let has_specs = !dir
        .files_below("spec", |name| name.ends_with("_spec.rb"))
        .is_empty();
    let is_test = |name: &str| {
        name.ends_with("_test.rb") || (name.starts_with("test_") && name.ends_with(".rb"))
    };
    let has_tests = !dir.files_below("test", is_test).is_empty();
    let rakefile = ["Rakefile", "rakefile", "Rakefile.rb"]
        .iter()
        .find_map(|it| dir.text(it));
    if gemfile.is_none() && rakefile.is_none() && !has_specs && !has_tests {
        return;
    }
    found.language(Language::Ruby);
    let by_bundler = if gemfile.is_some() {
        "bundle exec "
    } else {
        ""
    };
    if has_specs {
        found.command(format!("{by_bundler}rspec"), Purpose::Test, "spec");
    }
    let names_task = |it: &String| {
        it.contains("Rake::TestTask") || it.contains("task :test") || it.contains("task test:")
    };
    if dir.text("bin/rails").is_some() {
        if has_tests {
            found.command("bin/rails test", Purpose::Test, "test");
        }
    } else if rakefile.as_ref().is_some_and(names_task) {
        found.command(format!("{by_bundler}rake test"), Purpose::Test, "Rakefile");
    } else if has_tests {
        let every = "Dir.glob(\"./test/**/{test_*,*_test}.rb\").sort.each { |it| require it }";
        found.command(
            format!("{by_bundler}ruby -Ilib -Itest -e '{every}'"),
            Purpose::Test,
            "test",
        );
    }
}
