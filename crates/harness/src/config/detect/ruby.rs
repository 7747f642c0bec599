//! Commands of a project of Ruby: RSpec or minitest, through Bundler where there is a Gemfile.

use std::path::Path;

use super::{Detected, Language, Purpose, sources, text};

/// Finds them.
pub(super) fn detect(dir: &Path, found: &mut Detected) {
    let gemfile = text(dir, "Gemfile");
    let has_specs = !sources::below(dir, "spec", |name| name.ends_with("_spec.rb")).is_empty();
    let is_test = |name: &str| {
        name.ends_with("_test.rb") || (name.starts_with("test_") && name.ends_with(".rb"))
    };
    let has_tests = !sources::below(dir, "test", is_test).is_empty();
    let rakefile = ["Rakefile", "rakefile", "Rakefile.rb"]
        .iter()
        .find_map(|it| text(dir, it));
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
    if text(dir, "bin/rails").is_some() {
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
