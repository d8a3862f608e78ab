// Parts of the form of a new run: its goal, protocol and template.
import { Fragment } from "react";
import type { Startable } from "../../../src/http/answers.ts";
import { errorsAt, type FieldError } from "../act/field-errors.ts";
import { describedBy, Labelled, TextField } from "../act/labelled.tsx";
import { Advice } from "../style/advice.tsx";
import {
  contextPlace,
  type FormState,
  goalPlaces,
  type Protocol,
  takesGoal,
  templateOf,
  withProtocol,
} from "./form-state.ts";

export type PartProps = {
  readonly options: Startable;
  readonly protocol: Protocol;
  readonly state: FormState;
  readonly onState: (state: FormState) => void;
  readonly errors: readonly FieldError[];
};

const Switches = ({ protocol, state, onState }: PartProps) =>
  protocol.switches.length === 0 ? null : (
    <div className="switches">
      {protocol.switches.map(({ name, means }) => (
        <div key={name} className="way">
          <input
            id={`new-switch-${name}`}
            type="checkbox"
            checked={state.switches.includes(name)}
            onChange={({ target }) =>
              onState({
                ...state,
                switches: target.checked
                  ? [...state.switches, name]
                  : state.switches.filter((one) => one !== name),
              })
            }
          />
          <label htmlFor={`new-switch-${name}`}>
            <strong>{name}</strong> <span className="dim">{means}</span>
          </label>
        </div>
      ))}
    </div>
  );

export const Protocols = (props: PartProps) => (
  <fieldset>
    <legend>Way of working</legend>
    {props.options.protocols.map(({ name, purpose }) => (
      <Fragment key={name}>
        <div className="way">
          <input
            id={`new-way-${name}`}
            type="radio"
            name="protocol"
            checked={name === props.protocol.name}
            onChange={() => props.onState(withProtocol(props.state, name))}
          />
          <label htmlFor={`new-way-${name}`}>
            <strong>{name}</strong> <span className="dim">{purpose}</span>
          </label>
        </div>
        {name === props.protocol.name ? <Switches {...props} /> : null}
      </Fragment>
    ))}
  </fieldset>
);

type Template = Startable["templates"][number];

const TemplateSelect = ({
  options: { templates },
  state,
  onState,
  errors: all,
  template,
}: PartProps & { readonly template: Template | undefined }) => {
  const errors = errorsAt(all, "/template");
  return (
    <Labelled id="new-template" label="Template" hint={template?.means ?? ""} errors={errors}>
      <select
        {...describedBy("new-template", errors)}
        name="/template"
        required
        value={template?.slug ?? ""}
        onChange={({ target }) => onState({ ...state, template: target.value })}
      >
        <option value="">Choose …</option>
        {templates.map(({ slug, name, errors: faults }) => (
          <option key={slug} value={slug} disabled={faults > 0}>
            {faults > 0 ? `${name} (has errors)` : name}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

/** The template to play, and the values of its variables. */
export const Templates = (props: PartProps) => {
  const { options, protocol, state, onState, errors } = props;
  if (!protocol.plays) return null;
  const template = templateOf(options, state);
  const broken = options.templates.find((one) => one.errors > 0);
  if (options.templates.length === 0)
    return (
      <p className="note wait">
        <Advice text="There is no template here. `cairn template compose` writes one from a few steps." />
      </p>
    );
  return (
    <>
      <TemplateSelect {...props} template={template} />
      {broken === undefined ? null : (
        <p className="dim small">
          <Advice
            text={`What is wrong with ${broken.name}: \`cairn template validate ${broken.slug}\``}
          />
        </p>
      )}
      {template?.needs
        .filter(({ name }) => name !== "goal")
        .map(({ name, means, required, otherwise }) => (
          <TextField
            key={name}
            label={name}
            at={contextPlace(name)}
            optional={!required || otherwise !== null}
            required={required && otherwise === null}
            hint={means}
            errors={errorsAt(errors, contextPlace(name))}
            value={state.context[name] ?? ""}
            onValue={(value) => onState({ ...state, context: { ...state.context, [name]: value } })}
            placeholder={otherwise === null ? "" : String(otherwise)}
          />
        ))}
    </>
  );
};

export const Goal = ({ options, protocol, state, onState, errors }: PartProps) => {
  const places = goalPlaces(protocol);
  return takesGoal(options, protocol, state) ? (
    <TextField
      label="Goal"
      at="/goal"
      hint="What you want, in a sentence or more."
      errors={errors.filter(({ at }) => at !== null && places.includes(at))}
      className="goal"
      rows={4}
      required
      value={state.goal}
      onValue={(goal) => onState({ ...state, goal })}
    />
  ) : null;
};
