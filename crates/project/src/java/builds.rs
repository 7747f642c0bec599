//! What build files say of the module whose folder they stand in: by their words alone, whatever tool reads them.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::above;

/// Words that are kept of one build file.
const WORDS_MAX: usize = 20_000;

/// What makes a program of a module.
const APPLICATION: [&str; 15] = [
    "spring-boot-maven-plugin",
    "mainClass",
    "mainClassName",
    "Main-Class",
    "start-class",
    "application",
    "com.android.application",
    "jib-maven-plugin",
    "com.google.cloud.tools.jib",
    "quarkus-maven-plugin",
    "io.quarkus",
    "io.micronaut.application",
    "maven-war-plugin",
    "war",
    "bootJar",
];

/// What makes something of a module that others depend on.
const LIBRARY: [&str; 14] = [
    "maven-publish",
    "java-library",
    "maven-source-plugin",
    "maven-javadoc-plugin",
    "nexus-staging-maven-plugin",
    "central-publishing-maven-plugin",
    "distributionManagement",
    "maven-bundle-plugin",
    "bnd-maven-plugin",
    "com.vanniktech.maven.publish",
    "publishing",
    "maven-gpg-plugin",
    "commons-parent",
    "oss-parent",
];

/// What writes Java while building.
const GENERATORS: [&str; 28] = [
    "protobuf-maven-plugin",
    "com.google.protobuf",
    "openapi-generator-maven-plugin",
    "org.openapi.generator",
    "swagger-codegen-maven-plugin",
    "annotationProcessor",
    "annotationProcessorPaths",
    "querydsl-apt",
    "apt-maven-plugin",
    "jooq-codegen-maven",
    "nu.studer.jooq",
    "antlr4-maven-plugin",
    "antlr",
    "jaxb2-maven-plugin",
    "maven-jaxb2-plugin",
    "cxf-codegen-plugin",
    "mapstruct",
    "mapstruct-processor",
    "dagger-compiler",
    "auto-value",
    "immutables",
    "avro-maven-plugin",
    "avro",
    "hibernate-jpamodelgen",
    "build-helper-maven-plugin",
    "templating-maven-plugin",
    "generated-sources",
    "javacc-maven-plugin",
];

/// One module's build files.
#[derive(Debug, Default)]
pub(super) struct Build {
    words: BTreeSet<String>,
    name: String,
    war: bool,
}

impl Build {
    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.words.contains(*word))
    }

    /// Something else than its own code writes Java for it.
    pub(super) fn generates(&self) -> bool {
        self.has(&GENERATORS)
    }

    /// It is meant to be depended on.
    pub(super) fn is_library(&self) -> bool {
        self.has(&LIBRARY)
    }

    /// It is meant to be run.
    pub(super) fn is_application(&self) -> bool {
        let gradle = self.words.contains("plugins") || self.words.contains("plugin");
        let boot = gradle && self.words.contains("org.springframework.boot");
        self.war || boot || self.has(&APPLICATION)
    }
}

/// The build files of a tree by their folders.
#[derive(Debug, Default)]
pub(super) struct Builds(BTreeMap<String, Build>);

impl Builds {
    pub(super) fn add(&mut self, folder: &str, name: &str, text: &str) {
        if !matches!(name, "pom.xml" | "build.gradle" | "build.gradle.kts") {
            return;
        }
        let build = self.0.entry(folder.to_owned()).or_default();
        let part = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
        let words = text.split(part).filter(|word| !word.is_empty());
        let room = WORDS_MAX.saturating_sub(build.words.len());
        build.words.extend(words.take(room).map(str::to_owned));
        build.war |= text.contains("<packaging>war") || text.contains("<packaging>ear");
        // `application` and `war` are words that any text may hold; as plug-ins they stand in quotes.
        for plain in ["application", "war"] {
            let quoted = [format!("'{plain}'"), format!("\"{plain}\"")];
            let kotlin = format!("\n    {plain}\n");
            if !quoted.iter().any(|it| text.contains(it)) && !text.contains(&kotlin) {
                build.words.remove(plain);
            }
        }
        if build.name.is_empty() {
            build.name = artifact(text).unwrap_or_default().to_owned();
        }
    }

    /// The folder of the module that a path is in: the nearest with a build file, or the top.
    pub(super) fn module<'p>(&self, path: &'p str) -> &'p str {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let found = above(folder).find(|at| self.0.contains_key(*at));
        found.unwrap_or("")
    }

    pub(super) fn of(&self, module: &str) -> Option<&Build> {
        self.0.get(module)
    }

    /// Whether what stands in one module is on the path of another: it is the same, or is named by its build file.
    pub(super) fn sees(&self, from: &str, to: &str) -> bool {
        if from == to {
            return true;
        }
        let (Some(from), Some(to_build)) = (self.0.get(from), self.0.get(to)) else {
            return true;
        };
        let folder = to.rsplit('/').next().unwrap_or(to);
        let named = |name: &str| !name.is_empty() && from.words.contains(name);
        named(folder) || named(&to_build.name)
    }
}

/// A Maven module's own name, which is not its parent's.
fn artifact(text: &str) -> Option<&str> {
    let own = match text.split_once("</parent>") {
        Some((_, rest)) => rest,
        None => text,
    };
    let (_, rest) = own.split_once("<artifactId>")?;
    let (name, _) = rest.split_once("</artifactId>")?;
    Some(name.trim())
}
