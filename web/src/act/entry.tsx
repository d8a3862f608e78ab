// Control of one field: a list of choices, a line, or several lines of text.
import { createContext, useContext } from "react";
import type { ViewNode } from "../../../src/core/view.ts";
import type { Field, Shape } from "./schema.ts";

/** Nodes of the run: a field named after their kind suggests their ids. */
export const Nodes = createContext<readonly Pick<ViewNode, "id" | "kind" | "label">[]>([]);

type ControlProps = {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
  readonly "aria-required": boolean;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
};

const optionsOf = (
  shape: Shape & { readonly is: "choice" | "boolean" },
): readonly (readonly [value: string, label: string])[] =>
  shape.is === "choice"
    ? shape.options.map(({ label }, index) => [String(index), label])
    : [
        ["yes", "Yes"],
        ["no", "No"],
      ];

/** A text field with suggested ids. */
const TextLine = ({
  name,
  placeholder,
  control,
}: {
  readonly name: string;
  readonly placeholder: string | undefined;
  readonly control: ControlProps;
}) => {
  const nodes = useContext(Nodes).filter(({ kind }) => kind === name);
  const list = nodes.length === 0 ? undefined : `${control.id}-list`;
  return (
    <>
      <input {...control} autoComplete="off" placeholder={placeholder} list={list} />
      {list === undefined ? null : (
        <datalist id={list}>
          {nodes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
};

export const Entry = ({
  field: { name, shape, fallback, now, required },
  text,
  onText,
  ...rest
}: Pick<ControlProps, "id" | "aria-invalid" | "aria-describedby"> & {
  readonly field: Field;
  readonly text: string;
  readonly onText: (text: string) => void;
}) => {
  const control: ControlProps = {
    ...rest,
    value: text,
    "aria-required": required,
    onChange: ({ target }) => onText(target.value),
  };
  const usual =
    now === undefined ? (fallback === null ? undefined : `Default: ${fallback}`) : `Now: ${now}`;
  switch (shape.is) {
    case "choice":
    case "boolean":
      return (
        <select {...control}>
          <option value="">{required ? "Choose …" : (usual ?? "Not set")}</option>
          {optionsOf(shape).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          {...control}
          inputMode={shape.whole ? "numeric" : "decimal"}
          autoComplete="off"
          size={12}
          placeholder={usual}
        />
      );
    case "texts":
      return <textarea {...control} rows={3} placeholder={usual ?? "One per line"} />;
    case "json":
      return (
        <textarea
          {...control}
          rows={4}
          spellCheck={false}
          className="json"
          placeholder={shape.sketch}
        />
      );
    default:
      return shape.is === "text" && shape.long ? (
        <textarea {...control} rows={2} placeholder={usual} />
      ) : (
        <TextLine name={name} placeholder={usual} control={control} />
      );
  }
};
