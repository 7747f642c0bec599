//! Which files frameworks find by their place or name. The conventions of each, and which package makes them hold.

use super::files;

/// What a file is found by.
pub(super) struct Place<'p> {
    /// Its path inside its package.
    pub(super) path: &'p str,
}

/// A convention: one of these packages (or files at the package's top) makes a folder or a name mean something.
struct Convention {
    framework: &'static str,
    packages: &'static [&'static str],
    /// Files at the top that show the framework too, without their endings.
    signs: &'static [&'static str],
    /// Folders whose files are all found.
    folders: &'static [&'static str],
    /// Files by path without an ending.
    files: &'static [&'static str],
    /// Files by stem, anywhere below a folder.
    stems: &'static [(&'static str, &'static [&'static str])],
}

const NONE: Convention = Convention {
    framework: "",
    packages: &[],
    signs: &[],
    folders: &[],
    files: &[],
    stems: &[],
};

const NEXT_STEMS: [&str; 21] = [
    "page",
    "layout",
    "route",
    "loading",
    "error",
    "not-found",
    "global-error",
    "global-not-found",
    "template",
    "default",
    "forbidden",
    "unauthorized",
    "opengraph-image",
    "twitter-image",
    "icon",
    "apple-icon",
    "sitemap",
    "robots",
    "manifest",
    "favicon",
    "instrumentation",
];

const CONVENTIONS: [Convention; 20] = [
    Convention {
        framework: "Next.js",
        packages: &["next"],
        signs: &["next.config"],
        folders: &["pages", "src/pages"],
        files: &[
            "middleware",
            "src/middleware",
            "proxy",
            "src/proxy",
            "instrumentation",
            "src/instrumentation",
            "instrumentation-client",
            "src/instrumentation-client",
            "mdx-components",
            "src/mdx-components",
        ],
        stems: &[("app", &NEXT_STEMS), ("src/app", &NEXT_STEMS)],
    },
    Convention {
        framework: "Nuxt",
        packages: &["nuxt", "nuxt3", "nuxt-edge", "nuxt-nightly"],
        signs: &["nuxt.config"],
        folders: &[
            "pages",
            "layouts",
            "plugins",
            "middleware",
            "components",
            "composables",
            "utils",
            "server",
            "modules",
            "stores",
            "store",
            "layers",
            "app/pages",
            "app/layouts",
            "app/plugins",
            "app/middleware",
            "app/components",
            "app/composables",
            "app/utils",
            "app/stores",
            "src/pages",
            "src/layouts",
            "src/plugins",
            "src/middleware",
            "src/components",
            "src/composables",
            "src/utils",
            "src/server",
        ],
        files: &[
            "app",
            "error",
            "app.config",
            "app/app",
            "app/error",
            "app/app.config",
            "app/router.options",
            "src/app",
            "src/error",
        ],
        ..NONE
    },
    Convention {
        framework: "SvelteKit",
        packages: &["@sveltejs/kit"],
        signs: &["svelte.config"],
        folders: &["src/params"],
        files: &[
            "src/hooks",
            "src/hooks.server",
            "src/hooks.client",
            "src/service-worker",
            "src/instrumentation.server",
        ],
        stems: &[("src/routes", &["+page", "+server", "+layout", "+error"])],
    },
    Convention {
        framework: "Remix or React Router",
        packages: &[
            "@remix-run/react",
            "@remix-run/node",
            "@remix-run/dev",
            "@react-router/dev",
            "@react-router/node",
        ],
        folders: &["app/routes"],
        files: &[
            "app/root",
            "app/entry.client",
            "app/entry.server",
            "app/routes",
        ],
        ..NONE
    },
    Convention {
        framework: "Astro",
        packages: &["astro"],
        signs: &["astro.config"],
        folders: &["src/pages", "src/content"],
        files: &[
            "src/content.config",
            "src/middleware",
            "src/middleware/index",
            "src/actions/index",
            "src/live.config",
        ],
        ..NONE
    },
    Convention {
        framework: "Gatsby",
        packages: &["gatsby"],
        folders: &["src/pages", "src/templates"],
        files: &[
            "gatsby-node",
            "gatsby-config",
            "gatsby-browser",
            "gatsby-ssr",
        ],
        ..NONE
    },
    Convention {
        framework: "Expo Router",
        packages: &["expo-router"],
        folders: &["app", "src/app"],
        ..NONE
    },
    Convention {
        framework: "Expo",
        packages: &["expo", "react-native"],
        files: &["App", "index", "src/App"],
        ..NONE
    },
    Convention {
        framework: "SolidStart",
        packages: &["@solidjs/start", "solid-start"],
        folders: &["src/routes"],
        files: &[
            "src/app",
            "src/entry-client",
            "src/entry-server",
            "src/middleware",
            "src/middleware/index",
        ],
        ..NONE
    },
    Convention {
        framework: "TanStack Router",
        packages: &[
            "@tanstack/react-router",
            "@tanstack/react-start",
            "@tanstack/solid-router",
            "@tanstack/start",
        ],
        folders: &["src/routes", "app/routes"],
        files: &[
            "src/router",
            "app/router",
            "app/client",
            "app/ssr",
            "src/client",
            "src/server",
        ],
        ..NONE
    },
    Convention {
        framework: "Qwik",
        packages: &[
            "@builder.io/qwik",
            "@builder.io/qwik-city",
            "@qwik.dev/router",
        ],
        folders: &["src/routes"],
        files: &[
            "src/root",
            "src/entry.ssr",
            "src/entry.dev",
            "src/entry.preview",
            "src/entry.express",
        ],
        ..NONE
    },
    Convention {
        framework: "a router by files",
        packages: &[
            "unplugin-vue-router",
            "vite-plugin-pages",
            "vite-ssg",
            "@generouted/react-router",
        ],
        folders: &["src/pages"],
        ..NONE
    },
    Convention {
        framework: "components that are found by name",
        packages: &["unplugin-vue-components"],
        folders: &["src/components"],
        ..NONE
    },
    Convention {
        framework: "imports that are added by name",
        packages: &["unplugin-auto-import"],
        folders: &["src/composables", "src/stores"],
        ..NONE
    },
    Convention {
        framework: "layouts by files",
        packages: &["vite-plugin-vue-layouts", "vite-plugin-vue-layouts-next"],
        folders: &["src/layouts"],
        ..NONE
    },
    Convention {
        framework: "Fastify's autoload",
        packages: &["@fastify/autoload", "fastify-autoload"],
        folders: &["routes", "plugins", "src/routes", "src/plugins"],
        ..NONE
    },
    Convention {
        framework: "Nitro",
        packages: &["nitropack", "nitro", "h3-nightly"],
        signs: &["nitro.config"],
        folders: &["api", "routes", "middleware", "plugins", "server", "tasks"],
        ..NONE
    },
    Convention {
        framework: "Strapi",
        packages: &["@strapi/strapi"],
        folders: &[
            "src/api",
            "src/extensions",
            "src/components",
            "config",
            "src/plugins",
        ],
        files: &["src/index", "src/admin/app"],
        ..NONE
    },
    Convention {
        framework: "Docusaurus",
        packages: &["@docusaurus/core"],
        folders: &["src/pages", "src/theme", "src/clientModules"],
        files: &["sidebars"],
        ..NONE
    },
    Convention {
        framework: "a server without servers",
        packages: &[
            "@vercel/node",
            "serverless",
            "@netlify/functions",
            "@cloudflare/workers-types",
            "aws-lambda",
            "@types/aws-lambda",
        ],
        signs: &["vercel", "netlify", "wrangler", "serverless"],
        folders: &[
            "api",
            "netlify/functions",
            "netlify/edge-functions",
            "functions",
            "src/functions",
            "handlers",
            "src/handlers",
            "lambdas",
        ],
        ..NONE
    },
];

impl Place<'_> {
    /// The framework that finds the file. `has` says whether a package is depended on, `stands` whether a file with
    /// that stem stands at the package's top.
    pub(super) fn found_by(
        &self,
        has: impl Fn(&str) -> bool,
        stands: impl Fn(&str) -> bool,
    ) -> Option<&'static str> {
        let mut holding = CONVENTIONS
            .iter()
            .filter(|convention| self.fits(convention));
        let found = holding.find(|convention| {
            convention.packages.iter().any(|name| has(name))
                || convention.signs.iter().any(|name| stands(name))
        });
        found.map(|convention| convention.framework)
    }

    fn fits(&self, convention: &Convention) -> bool {
        let bare = self
            .path
            .rsplit_once('.')
            .map_or(self.path, |(bare, _)| bare);
        let below = |folder: &str| {
            let rest = self.path.strip_prefix(folder);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let stem = files::stem(self.path);
        let fits_stem = |(folder, stems): &(&str, &[&str])| below(folder) && stems.contains(&stem);
        convention.files.contains(&bare)
            || convention.folders.iter().any(|folder| below(folder))
            || convention.stems.iter().any(fits_stem)
    }
}
