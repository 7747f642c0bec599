fn walk(dir: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    let Ok(rd) = std::fs::read_dir(dir) else {
        return;
    };
    for e in rd.flatten() {
        let p = e.path();
        if p.is_dir() {
            walk(&p, out)
        } else if p.extension().is_some_and(|x| x == "java") {
            out.push(p)
        }
    }
}
fn main() {
    let mut n = 0usize;
    for dir in std::env::args().skip(1) {
        let mut files = Vec::new();
        walk(std::path::Path::new(&dir), &mut files);
        files.sort();
        for f in files {
            let Ok(text) = std::fs::read_to_string(&f) else {
                continue;
            };
            let facts = code::facts(
                code::Language::of_path("A.java"),
                &text,
                &code::Limits::default(),
            );
            n += facts
                .definitions
                .iter()
                .filter(|d| d.kind.is_function() && !d.test)
                .count();
            for s in &facts.stubs {
                let line = text.lines().nth(s.line as usize - 1).unwrap_or("").trim();
                println!(
                    "{:?} {:?} {} {}:{} {} | {}",
                    s.reason,
                    s.certainty,
                    if s.test { "T" } else { "-" },
                    f.display(),
                    s.line,
                    s.what,
                    line
                );
            }
        }
    }
    eprintln!("functions {n}");
}
