// Why: things of several fields each, as a plan's tasks, are read and changed as cards, which say only what somebody said of them.
import { type ReactNode, useState } from "react";
import { blank, type Draft, draftAt, isSaid, listed, partsOf, pointerTo } from "./draft.ts";
import type { Fill } from "./fields.tsx";
import type { List, Whole } from "./schema.ts";

/** Cards of one list that are open at once. */
const openMost = 3;

/** What one is called: its first texts. */
const nameOf = ({ of }: List, part: Draft): string =>
  of.fields
    .flatMap(({ name, shape: { is }, required }) => {
      const text = draftAt(part, name);
      return required && is === "text" && typeof text === "string" && text !== "" ? [text] : [];
    })
    .join(" ");

/** `form`: draws the fields of one. */
export type Form = (shape: Whole, fill: Fill) => ReactNode;

const Card = ({ shape, form, ...fill }: Fill & { readonly shape: List; readonly form: Form }) => {
  const { fields } = shape.of;
  // As it was at first: what is being typed stays where it is.
  const [rest] = useState(() =>
    fields.filter(
      ({ name, required, shape: of }) => !required && !isSaid(of, draftAt(fill.draft, name)),
    ),
  );
  const told = fields.filter((field) => !rest.includes(field));
  return (
    <>
      {form({ is: "object", fields: told }, fill)}
      {rest.length === 0 ? null : (
        <details className="rest">
          <summary className="dim small">
            More: {rest.map(({ name }) => name.replaceAll("_", " ")).join(", ")}
          </summary>
          {form({ is: "object", fields: rest }, fill)}
        </details>
      )}
    </>
  );
};

export const Cards = ({
  shape,
  name,
  form,
  draft,
  onDraft,
  noes,
  at,
}: Fill & { readonly shape: List; readonly name: string; readonly form: Form }) => {
  const parts = partsOf(draft);
  // What is open stays open, and each card keeps what it shows, whatever is added or removed beside it.
  const [few] = useState(parts.length <= openMost);
  const [ids, setIds] = useState(() => parts.map((_, index) => index));
  const [read] = useState(parts.length);
  const [next, setNext] = useState(read);
  const one = name
    .replace(/s$/u, "")
    .replace(/criteria$/u, "criterion")
    .replaceAll("_", " ");
  const put = (index: number, part: Draft): void =>
    onDraft(listed(parts.map((old, place) => (place === index ? part : old))));
  return (
    <>
      {parts.map((part, index) => (
        <details key={ids[index]} className="part" open={few || (ids[index] ?? 0) >= read}>
          <summary>{nameOf(shape, part) || `${one} ${index + 1}`}</summary>
          <Card
            shape={shape}
            form={form}
            draft={part}
            onDraft={(changed) => put(index, changed)}
            noes={noes}
            at={pointerTo(at, String(index))}
          />
          <button
            type="button"
            className="plain"
            onClick={() => {
              setIds(ids.filter((_, place) => place !== index));
              onDraft(listed(parts.filter((_, place) => place !== index)));
            }}
          >
            Remove {one}
          </button>
        </details>
      ))}
      <button
        type="button"
        onClick={() => {
          setIds([...ids, next]);
          setNext(next + 1);
          onDraft(listed([...parts, blank(shape.of)]));
        }}
      >
        Add {one}
      </button>
    </>
  );
};
