// Cards for a list of objects, such as a plan's tasks; each shows the fields that are filled in, the rest on request.
import { type ReactNode, useState } from "react";
import {
  type Draft,
  draftAt,
  type DraftProps,
  emptyDraft,
  isFilled,
  itemsOf,
  listDraft,
  pointerTo,
} from "./draft.ts";
import type { ListShape, ObjectShape } from "./schema.ts";

/** Maximum of open cards in one list. */
const MAX_OPEN = 3;

/** An item's name: its first texts. */
const nameOf = ({ of }: ListShape, item: Draft): string =>
  of.fields
    .flatMap(({ name, shape: { is }, required }) => {
      const text = draftAt(item, name);
      return required && is === "text" && typeof text === "string" && text !== "" ? [text] : [];
    })
    .join(" ");

/** Renders the fields of one item; passed in, since they may contain cards again. */
export type ObjectForm = (shape: ObjectShape, props: DraftProps) => ReactNode;

const Card = ({
  shape,
  form,
  ...props
}: DraftProps & { readonly shape: ListShape; readonly form: ObjectForm }) => {
  const { fields } = shape.of;
  // Fixed at first render, so that a field being typed in doesn't move.
  const [rest] = useState(() =>
    fields.filter(
      ({ name, required, shape: of }) => !required && !isFilled(of, draftAt(props.draft, name)),
    ),
  );
  const first = fields.filter((field) => !rest.includes(field));
  return (
    <>
      {form({ is: "object", fields: first }, props)}
      {rest.length === 0 ? null : (
        <details className="rest">
          <summary className="dim small">
            More: {rest.map(({ name }) => name.replaceAll("_", " ")).join(", ")}
          </summary>
          {form({ is: "object", fields: rest }, props)}
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
  errors,
  at,
}: DraftProps & {
  readonly shape: ListShape;
  readonly name: string;
  readonly form: ObjectForm;
}) => {
  const items = itemsOf(draft);
  // Open cards stay open and keep their content when others are added or removed.
  const [few] = useState(items.length <= MAX_OPEN);
  const [ids, setIds] = useState(() => items.map((_, index) => index));
  const [read] = useState(items.length);
  const [next, setNext] = useState(read);
  const one = name
    .replace(/s$/u, "")
    .replace(/criteria$/u, "criterion")
    .replaceAll("_", " ");
  const put = (index: number, item: Draft): void =>
    onDraft(listDraft(items.map((old, place) => (place === index ? item : old))));
  return (
    <>
      {items.map((item, index) => (
        <details key={ids[index]} className="part" open={few || (ids[index] ?? 0) >= read}>
          <summary>{nameOf(shape, item) || `${one} ${index + 1}`}</summary>
          <Card
            shape={shape}
            form={form}
            draft={item}
            onDraft={(changed) => put(index, changed)}
            errors={errors}
            at={pointerTo(at, String(index))}
          />
          <button
            type="button"
            className="plain"
            onClick={() => {
              setIds(ids.filter((_, place) => place !== index));
              onDraft(listDraft(items.filter((_, place) => place !== index)));
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
          onDraft(listDraft([...items, emptyDraft(shape.of)]));
        }}
      >
        Add {one}
      </button>
    </>
  );
};
