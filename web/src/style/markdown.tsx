// Markdown of agents, plans and reports, without anything of it that could act on the page.
import { memo } from "react";
import { isLink } from "../words.ts";
import { late } from "./late.tsx";

type Text = { readonly text: string };

const load = async () => {
  const [{ default: Markdown }, { default: tables }] = await Promise.all([
    import("react-markdown"),
    import("remark-gfm"),
  ]);
  const remarks = [tables];
  /** Pictures would be fetched from anywhere; a link opens in a new tab, and shows its target. */
  const components = {
    a: ({
      href = "",
      children,
    }: {
      readonly href?: string | undefined;
      readonly children?: React.ReactNode;
    }) =>
      isLink(href) ? (
        <>
          {children} (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {href}
          </a>
          )
        </>
      ) : (
        <span>{children}</span>
      ),
    // Task list checkboxes, read-only here.
    input: ({ checked = false }: { readonly checked?: boolean | undefined }) => (
      <span role="img" aria-label={checked ? "done" : "open"}>
        {checked ? "☑" : "☐"}
      </span>
    ),
    img: ({ alt }: { readonly alt?: string | undefined }) => <span className="dim">[{alt}]</span>,
  };
  return ({ text }: Text) => (
    <Markdown remarkPlugins={remarks} components={components} skipHtml>
      {text}
    </Markdown>
  );
};

const Rendered = late(load, ({ text }: Text) => <pre>{text}</pre>);

export const Markdown = memo(({ text }: Text) => (
  <div className="markdown">
    <Rendered text={text} />
  </div>
));
