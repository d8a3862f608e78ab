// Fields of a form from its shape: each with label, hint and errors.
import { useId } from "react";
import { Prose } from "../style/prose.tsx";
import { capital } from "../words.ts";
import { Cards, type ObjectForm } from "./cards.tsx";
import { type DraftProps, draftAt, emptyDraft, pointerTo, withField } from "./draft.ts";
import { Entry } from "./entry.tsx";
import { errorsAt } from "./field-errors.ts";
import { describedBy, FieldErrors, Labelled } from "./labelled.tsx";
import type { Field, Shape } from "./schema.ts";

/** How to enter several values in one field; undefined: it takes one. */
const formatHint = (shape: Shape): string | undefined =>
  shape.is === "json"
    ? `as JSON, like ${shape.sketch}`
    : shape.is === "texts"
      ? "one per line"
      : undefined;

const boundsHint = (shape: Shape): string => {
  if (shape.is !== "number") return "";
  const { min, max } = shape;
  if (min !== null && max !== null) return `${min} to ${max}`;
  return min !== null ? `at least ${min}` : max !== null ? `at most ${max}` : "";
};

/** A field's description besides its name. */
const hintOf = ({ means, shape, now }: Field): string => {
  const current = now !== undefined && ["texts", "json"].includes(shape.is) ? `now: ${now}` : "";
  return [means, formatHint(shape) ?? boundsHint(shape), current]
    .filter((part) => part !== "")
    .join("; ");
};

/** `max_workers` → Max workers; `redGates` → Red gates. */
const labelOf = (name: string): string =>
  capital(name)
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const objectForm: ObjectForm = (shape, props) => <Fields shape={shape} {...props} />;

const OneField = ({ field, ...props }: DraftProps & { readonly field: Field }) => {
  const id = useId();
  const { shape, required } = field;
  const errors = errorsAt(props.errors, props.at);
  // A single letter is no useful label; its description is.
  const nameless = field.name.length === 1 && field.means !== "";
  const label = labelOf(nameless ? field.means : field.name);
  if (shape.is !== "list" && shape.is !== "object")
    return (
      <Labelled
        id={id}
        label={label}
        optional={!required}
        hint={hintOf(nameless ? { ...field, means: "" } : field)}
        errors={errors}
      >
        <Entry
          field={field}
          text={typeof props.draft === "string" ? props.draft : ""}
          onText={props.onDraft}
          {...describedBy(id, errors)}
        />
      </Labelled>
    );
  return (
    <fieldset>
      <legend>
        {label}
        {required ? null : <span className="dim"> (optional)</span>}
      </legend>
      {field.means === "" ? null : (
        <p className="dim small">
          <Prose text={field.means} />
        </p>
      )}
      <FieldErrors errors={errors} />
      {shape.is === "list" ? (
        <Cards shape={shape} name={field.name} form={objectForm} {...props} />
      ) : (
        <Fields shape={shape} {...props} />
      )}
    </fieldset>
  );
};

/** All fields of a form. Data that isn't an object is a single JSON field. */
export const Fields = ({
  shape,
  draft,
  onDraft,
  errors,
  at,
}: DraftProps & { readonly shape: Shape }) => {
  if (shape.is !== "object") {
    const field = { name: "data", means: "", required: true, nullable: false, fallback: null };
    return (
      <OneField
        field={{ ...field, shape }}
        draft={draft}
        onDraft={onDraft}
        errors={errors}
        at={at}
      />
    );
  }
  return shape.fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      draft={draftAt(draft, field.name) ?? emptyDraft(field.shape)}
      onDraft={(value) => onDraft(withField(draft, field.name, value))}
      errors={errors}
      at={pointerTo(at, field.name)}
    />
  ));
};
