// Cards for a list of objects, such as a plan's tasks; each shows the fields that are filled in, the rest on request.
import { type ComponentType, useState } from "react";
import {
  asObject,
  type Field,
  fieldsOf,
  itemsOf,
  kindOf,
  type PartProps,
  pointerTo,
} from "./schema.ts";

/** Maximum of open cards in one list. */
const MAX_OPEN = 3;

/** Renders the fields of one item; passed in, since they may contain cards again. */
type ObjectForm = ComponentType<PartProps & { readonly only?: readonly Field[] }>;

/** An item's name: its first texts. */
const nameOf = (fields: readonly Field[], item: PartProps["schema"]): string =>
  fields
    .flatMap(({ name, schema, required }) => {
      const text = item[name];
      return required && kindOf(schema) === "text" && typeof text === "string" ? [text] : [];
    })
    .join(" ");

type CardProps = PartProps & { readonly form: ObjectForm };

const Card = ({ form: Form, ...part }: CardProps) => {
  const fields = fieldsOf(part.schema);
  // Fixed at first render, so that a field being typed in doesn't move.
  const [first] = useState(() => asObject(part.schema, part.value));
  const isFirst = ({ name, required }: Field): boolean =>
    required || (first[name] ?? null) !== null;
  const rest = fields.filter((field) => !isFirst(field));
  return (
    <>
      <Form {...part} only={fields.filter(isFirst)} />
      {rest.length === 0 ? null : (
        <details className="rest">
          <summary className="dim small">
            More: {rest.map(({ name }) => name.replaceAll("_", " ")).join(", ")}
          </summary>
          <Form {...part} only={rest} />
        </details>
      )}
    </>
  );
};

export const Cards = ({
  name,
  schema,
  value,
  onValue,
  at,
  ...part
}: CardProps & { readonly name: string }) => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const of = itemsOf(schema);
  // Open cards stay open and keep their content when others are added or removed.
  const [first] = useState(items.length);
  const [ids, setIds] = useState(() => items.map((_, index) => index));
  const [next, setNext] = useState(first);
  const one = name
    .replace(/s$/u, "")
    .replace(/criteria$/u, "criterion")
    .replaceAll("_", " ");
  return (
    <>
      {items.map((item, index) => (
        <details
          key={ids[index]}
          className="part"
          open={first <= MAX_OPEN || (ids[index] ?? 0) >= first}
        >
          <summary>{nameOf(fieldsOf(of), asObject(of, item)) || `${one} ${index + 1}`}</summary>
          <Card
            {...part}
            schema={of}
            value={asObject(of, item)}
            onValue={(changed) => onValue(items.with(index, changed))}
            at={pointerTo(at, index)}
          />
          <button
            type="button"
            className="plain"
            onClick={() => {
              setIds(ids.filter((_, place) => place !== index));
              onValue(items.filter((_, place) => place !== index));
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
          onValue([...items, {}]);
        }}
      >
        Add {one}
      </button>
    </>
  );
};
