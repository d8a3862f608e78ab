// Why: one way to ask for data, whatever the command or the answer: each field with its name, what it means and what is wrong with it.
import { createContext, useContext, useId } from "react";
import type { ViewNode } from "../../../src/core/view.ts";
import { Cards, type Form } from "./cards.tsx";
import { blank, type Draft, draftAt, drafted, pointerTo } from "./draft.ts";
import { Advice } from "../style/advice.tsx";
import { Prose } from "../style/prose.tsx";
import { type No } from "./noes.ts";
import type { Field, Shape } from "./schema.ts";

export type Fill = {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly noes: readonly No[];
  readonly at: string;
};

/** Nodes of the run: a field that has the name of their kind is offered their ids. */
export const Nodes = createContext<readonly Pick<ViewNode, "id" | "kind" | "label">[]>([]);

export const Noes = ({ noes, id }: { readonly noes: readonly No[]; readonly id?: string }) =>
  noes.length === 0 ? null : (
    <ul className="noes" id={id}>
      {noes.map(({ text, fits }) => (
        <li key={text}>
          <span className="bad">
            <span aria-hidden="true">✖</span> <Advice text={text} />
          </span>
          {fits === null ? null : (
            <span className="dim">
              {" "}
              · <Advice text={fits} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );

const Entry = ({
  field: { name, shape, otherwise, now, required },
  text,
  onText,
  ...rest
}: {
  readonly field: Field;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}) => {
  const fitting = useContext(Nodes).filter(({ kind }) => kind === name);
  const list = `${rest.id}-list`;
  const given = {
    ...rest,
    value: text,
    "aria-required": required,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onText(target.value),
  };
  const usual =
    now === undefined ? (otherwise === null ? undefined : `Default: ${otherwise}`) : `Now: ${now}`;
  switch (shape.is) {
    case "choice":
    case "yesno": {
      const among =
        shape.is === "yesno"
          ? [
              ["yes", "Yes"],
              ["no", "No"],
            ]
          : shape.among.map(({ label }, index) => [String(index), label]);
      return (
        <select {...given}>
          <option value="">{required ? "Choose …" : (usual ?? "Not set")}</option>
          {among.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    }
    case "number":
      return (
        <input
          {...given}
          inputMode={shape.whole ? "numeric" : "decimal"}
          autoComplete="off"
          size={12}
          placeholder={usual}
        />
      );
    case "texts":
    case "pairs":
      return (
        <textarea
          {...given}
          rows={3}
          placeholder={usual ?? (shape.is === "pairs" ? "name: value" : "One per line")}
        />
      );
    case "json":
      return (
        <textarea
          {...given}
          rows={4}
          spellCheck={false}
          className="json"
          placeholder={shape.sketch}
        />
      );
    case "text":
      return shape.long ? (
        <textarea {...given} rows={2} placeholder={usual} />
      ) : (
        <>
          <input
            {...given}
            autoComplete="off"
            placeholder={usual}
            list={fitting.length === 0 ? undefined : list}
          />
          {fitting.length === 0 ? null : (
            <datalist id={list}>
              {fitting.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </datalist>
          )}
        </>
      );
    default:
      return <input {...given} autoComplete="off" placeholder={usual} />;
  }
};

/** How several things are written into one field; undefined: it takes one. */
const formWords = (shape: Shape): string | undefined =>
  shape.is === "json"
    ? `as JSON, like ${shape.sketch}`
    : shape.is === "pairs"
      ? "`name: value`, one per line"
      : shape.is === "texts"
        ? "one per line"
        : undefined;

/** What is to be known of a field besides its name. */
const hintOf = ({ means, shape, now }: Field): string => {
  const bounds =
    shape.is === "number" && (shape.least !== null || shape.most !== null)
      ? shape.least !== null && shape.most !== null
        ? `${shape.least} to ${shape.most}`
        : shape.least !== null
          ? `at least ${shape.least}`
          : `at most ${shape.most ?? ""}`
      : "";
  const form = formWords(shape) ?? bounds;
  const held =
    now !== undefined && ["texts", "pairs", "json"].includes(shape.is) ? `now: ${now}` : "";
  return [means, form, held].filter((part) => part !== "").join("; ");
};

/** `max_workers` → Max workers; `redGates` → Red gates. */
const sentence = (name: string): string =>
  name.slice(0, 1).toUpperCase() +
  name
    .slice(1)
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const OneField = ({ field, draft, onDraft, noes, at }: Fill & { readonly field: Field }) => {
  const id = useId();
  const mine = noes.filter((no) => no.at === at);
  // One letter says nothing; what it means does.
  const nameless = field.name.length === 1 && field.means !== "";
  const label = (
    <>
      {sentence(nameless ? field.means : field.name)}
      {field.required ? null : <span className="dim"> (optional)</span>}
    </>
  );
  if (field.shape.is === "list")
    return (
      <fieldset>
        <legend>{label}</legend>
        {field.means === "" ? null : (
          <p className="dim small">
            <Prose text={field.means} />
          </p>
        )}
        <Noes noes={mine} />
        <Cards
          shape={field.shape}
          name={field.name}
          form={drawn}
          draft={draft}
          onDraft={onDraft}
          noes={noes}
          at={at}
        />
      </fieldset>
    );
  if (field.shape.is === "object")
    return (
      <fieldset>
        <legend>{label}</legend>
        {field.means === "" ? null : (
          <p className="dim small">
            <Prose text={field.means} />
          </p>
        )}
        <Noes noes={mine} />
        <Fields shape={field.shape} draft={draft} onDraft={onDraft} noes={noes} at={at} />
      </fieldset>
    );
  const hint = hintOf(nameless ? { ...field, means: "" } : field);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Entry
        field={field}
        text={typeof draft === "string" ? draft : ""}
        onText={onDraft}
        id={id}
        aria-invalid={mine.length > 0}
        aria-describedby={`${id}-hint ${id}-no`}
      />
      {hint === "" ? null : (
        <p className="dim small" id={`${id}-hint`}>
          <Prose text={hint} />
        </p>
      )}
      <Noes noes={mine} id={`${id}-no`} />
    </div>
  );
};

const drawn: Form = (shape, fill) => <Fields shape={shape} {...fill} />;

/** All fields of a form. A whole that is no object is one field, of JSON. */
export const Fields = ({ shape, draft, onDraft, noes, at }: Fill & { readonly shape: Shape }) => {
  if (shape.is !== "object") {
    const field: Field = {
      name: "data",
      means: "",
      required: true,
      nullable: false,
      otherwise: null,
      shape,
    };
    return <OneField field={field} draft={draft} onDraft={onDraft} noes={noes} at={at} />;
  }
  return shape.fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      draft={draftAt(draft, field.name) ?? blank(field.shape)}
      onDraft={(value) => onDraft(drafted(draft, field.name, value))}
      noes={noes}
      at={pointerTo(at, field.name)}
    />
  ));
};
