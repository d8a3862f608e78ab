// Plain HTML page for denied access and missing addresses, independent of the built page.

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Formats a sentence, with commands marked as code. */
const sentence = (text: string): string =>
  escaped(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`).replace(
    /`([^`]+)`/g,
    (_, typed: string) => `<code>${typed}</code>`,
  );

export const paragraph = (text: string): string => `<p>${sentence(text)}.</p>`;
export const headline = (text: string): string => `<h1>${sentence(text)}</h1>`;

/** The stylesheet's path, accessible without a session. */
export const plainStylePath = "/plain.css";

const style = `:root { color-scheme: light dark; --paper: #fafaf9; --ink: #1b1c1e; --dim: #585c63; --link: #1a56a6 }
@media (prefers-color-scheme: dark) { :root { --paper: #141517; --ink: #e8e8e6; --dim: #a3a7ae; --link: #7fb2f5 } }
body { margin: 0; background: var(--paper); color: var(--dim); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
h1 { margin: 0 0 0.75rem; color: var(--ink); font-size: 1.25rem; font-weight: 600 }
code { color: var(--ink); font: 0.9em ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace }
a { color: var(--link) }
`;

export const plainStyle = (): Response =>
  new Response(style, { headers: { "content-type": "text/css; charset=utf-8" } });

/** `head` and `body` are markup. */
export const plainPage = (status: number, head: string, body: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Cairn</title><link rel="stylesheet" href="${plainStylePath}">${head}</head>
<body><main>${body}</main></body></html>
`,
    { status, headers: { "content-type": "text/html; charset=utf-8" } },
  );
