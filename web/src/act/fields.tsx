// Fields of a form from the JSON Schema of its data, each with label, hint and errors.
import { useId } from "react";
import { isRecord } from "../api/guards.ts";
import { Prose } from "../style/prose.tsx";
import { capital } from "../words.ts";
import { Cards } from "./cards.tsx";
import { errorsAt } from "./field-errors.ts";
import { describedBy, FieldErrors, Labelled } from "./labelled.tsx";
import {
  choicesOf,
  type Field,
  fieldsOf,
  kindOf,
  type PartProps,
  pointerTo,
  type Schema,
} from "./schema.ts";

/** `max_workers` → Max workers; `redGates` → Red gates. */
const labelOf = (name: string): string =>
  capital(name)
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const numberAt = (schema: Schema, key: string): number | undefined => {
  const value = schema[key];
  return typeof value === "number" ? value : undefined;
};

const choiceName = (value: unknown): string =>
  value === true ? "Yes" : value === false ? "No" : String(value);

type ControlProps = Omit<PartProps, "errors"> &
  ReturnType<typeof describedBy> & { readonly required: boolean };

/** What it may hold is checked by the browser, as its attributes say. */
const Control = ({ schema, value, onValue, at, ...rest }: ControlProps) => {
  const text = typeof value === "string" ? value : "";
  const sayText = ({ target }: { readonly target: { readonly value: string } }): void =>
    onValue(target.value === "" ? undefined : target.value);
  const control = { ...rest, name: at };
  const bounds = {
    minLength: numberAt(schema, "minLength"),
    maxLength: numberAt(schema, "maxLength"),
  };
  switch (kindOf(schema)) {
    case "choice": {
      const choices = choicesOf(schema) ?? [];
      return (
        <select
          {...control}
          value={value === undefined ? "" : choices.indexOf(value)}
          onChange={({ target }) =>
            onValue(target.value === "" ? undefined : choices[Number(target.value)])
          }
        >
          <option value="">{rest.required ? "Choose …" : "Not set"}</option>
          {choices.map((choice, index) => (
            <option key={choiceName(choice)} value={index}>
              {choiceName(choice)}
            </option>
          ))}
        </select>
      );
    }
    case "number":
      return (
        <input
          {...control}
          type="number"
          step={schema["type"] === "integer" ? 1 : "any"}
          min={numberAt(schema, "minimum")}
          max={numberAt(schema, "maximum")}
          value={typeof value === "number" ? value : ""}
          onChange={({ target }) => onValue(target.value === "" ? undefined : target.valueAsNumber)}
        />
      );
    case "texts":
      return (
        <textarea
          {...control}
          rows={3}
          defaultValue={Array.isArray(value) ? value.join("\n") : ""}
          onChange={({ target }) => {
            const lines = target.value.split("\n").filter((line) => line.trim() !== "");
            onValue(lines.length === 0 ? undefined : lines.map((line) => line.trim()));
          }}
        />
      );
    case "lines":
      return <textarea {...control} {...bounds} rows={2} value={text} onChange={sayText} />;
    default:
      return <input {...control} {...bounds} autoComplete="off" value={text} onChange={sayText} />;
  }
};

const OneField = ({ name, required, ...part }: PartProps & Omit<Field, "schema">) => {
  const id = useId();
  const { schema, at } = part;
  const kind = kindOf(schema);
  const errors = errorsAt(part.errors, at);
  const means = typeof schema["description"] === "string" ? schema["description"] : "";
  // A single letter is no useful label; its description is.
  const nameless = name.length === 1 && means !== "";
  const label = labelOf(nameless ? means : name);
  const hints = [nameless ? "" : means, kind === "texts" ? "one per line" : ""];
  if (kind === "other") return null;
  if (kind !== "list" && kind !== "object")
    return (
      <Labelled
        id={id}
        label={label}
        optional={!required}
        hint={hints.filter((hint) => hint !== "").join("; ")}
        errors={errors}
      >
        <Control {...part} {...describedBy(id, errors)} required={required} />
      </Labelled>
    );
  return (
    <fieldset>
      <legend>
        {label}
        {required ? null : <span className="dim"> (optional)</span>}
      </legend>
      {means === "" ? null : (
        <p className="dim small">
          <Prose text={means} />
        </p>
      )}
      <FieldErrors errors={errors} />
      {kind === "list" ? <Cards name={name} form={Fields} {...part} /> : <Fields {...part} />}
    </fieldset>
  );
};

/** The fields of an object, or those of them that are named. */
export const Fields = ({
  only,
  ...part
}: PartProps & { readonly only?: readonly Field[] | undefined }) => {
  const { schema, value, onValue, errors, at } = part;
  const data = isRecord(value) ? value : {};
  return (only ?? fieldsOf(schema)).map(({ name, schema: own, required }) => (
    <OneField
      key={name}
      name={name}
      required={required}
      schema={own}
      value={data[name]}
      onValue={(next) => {
        const { [name]: _, ...rest } = data;
        onValue(next === undefined ? rest : { ...rest, [name]: next });
      }}
      errors={errors}
      at={pointerTo(at, name)}
    />
  ));
};
