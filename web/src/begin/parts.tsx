// The parts of the form of a new run: its goal, ways of working and templates.
import { Fragment, type ReactNode } from "react";
import type { Startable } from "../../../src/http/answers.ts";
import { Noes } from "../act/fields.tsx";
import type { No } from "../act/noes.ts";
import { Advice } from "../style/advice.tsx";
import {
  contextPlace,
  playsTemplates,
  takesGoal,
  templateOf,
  type Wanted,
  wantedBy,
  type Way,
} from "./wanted.ts";

export type Part = {
  readonly options: Startable;
  readonly way: Way;
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
  readonly noes: readonly No[];
};

export const Labelled = ({
  id,
  label,
  hint,
  noes,
  children,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly noes: readonly No[];
  readonly children: ReactNode;
}) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    {children}
    {hint === undefined ? null : (
      <p className="dim small" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <Noes noes={noes} id={`${id}-no`} />
  </div>
);

const Switches = ({ way, wanted, onWanted }: Part) =>
  way.switches.length === 0 ? null : (
    <div className="switches">
      {way.switches.map(({ name, means }) => (
        <div key={name} className="way">
          <input
            id={`new-switch-${name}`}
            type="checkbox"
            checked={wanted.switches.includes(name)}
            onChange={({ target }) =>
              onWanted({
                ...wanted,
                switches: target.checked
                  ? [...wanted.switches, name]
                  : wanted.switches.filter((one) => one !== name),
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

export const Ways = (part: Part) => (
  <fieldset>
    <legend>Way of working</legend>
    {part.options.protocols.map(({ name, purpose }) => (
      <Fragment key={name}>
        <div className="way">
          <input
            id={`new-way-${name}`}
            type="radio"
            name="protocol"
            checked={name === part.way.name}
            onChange={() => part.onWanted(wantedBy(part.wanted, name))}
          />
          <label htmlFor={`new-way-${name}`}>
            <strong>{name}</strong> <span className="dim">{purpose}</span>
          </label>
        </div>
        {name === part.way.name ? <Switches {...part} /> : null}
      </Fragment>
    ))}
  </fieldset>
);

export const Templates = ({ options, way, wanted, onWanted, noes }: Part) => {
  if (!playsTemplates(way)) return null;
  const chosen = templateOf(options, wanted);
  const broken = options.templates.find(({ errors }) => errors > 0);
  if (options.templates.length === 0)
    return (
      <p className="note wait">
        <Advice text="There is no template here. `cairn template compose` writes one from a few steps." />
      </p>
    );
  return (
    <>
      <Labelled
        id="new-template"
        label="Template"
        hint={chosen?.means}
        noes={noes.filter(({ at }) => at === "/template")}
      >
        <select
          id="new-template"
          value={chosen?.slug ?? ""}
          aria-invalid={noes.some(({ at }) => at === "/template")}
          aria-describedby="new-template-no"
          onChange={({ target }) => onWanted({ ...wanted, template: target.value })}
        >
          <option value="">Choose …</option>
          {options.templates.map(({ slug, name, errors }) => (
            <option key={slug} value={slug} disabled={errors > 0}>
              {errors > 0 ? `${name} (has errors)` : name}
            </option>
          ))}
        </select>
      </Labelled>
      {broken === undefined ? null : (
        <p className="dim small">
          <Advice
            text={`What is wrong with ${broken.name}: \`cairn template validate ${broken.slug}\``}
          />
        </p>
      )}
      {chosen?.needs
        .filter(({ name }) => name !== "goal")
        .map(({ name, means, required, otherwise }) => {
          const mine = noes.filter(({ at }) => at === contextPlace(name));
          const id = `new-context-${name}`;
          return (
            <Labelled
              key={name}
              id={id}
              label={
                <>
                  {name}{" "}
                  {required && otherwise === null ? null : <span className="dim">(optional)</span>}
                </>
              }
              hint={means === "" ? undefined : means}
              noes={mine}
            >
              <input
                id={id}
                autoComplete="off"
                value={wanted.context[name] ?? ""}
                placeholder={otherwise === null ? undefined : String(otherwise)}
                aria-invalid={mine.length > 0}
                aria-describedby={`${id}-no`}
                onChange={({ target }) =>
                  onWanted({ ...wanted, context: { ...wanted.context, [name]: target.value } })
                }
              />
            </Labelled>
          );
        })}
    </>
  );
};

export const Goal = ({
  options,
  way,
  wanted,
  onWanted,
  noes,
  places,
}: Part & { readonly places: readonly string[] }) => {
  const mine = noes.filter(({ at }) => at !== null && places.includes(at));
  if (!takesGoal(options, way, wanted)) return null;
  return (
    <Labelled id="new-goal" label="Goal" hint="What you want, in a sentence or more." noes={mine}>
      <textarea
        id="new-goal"
        className="goal"
        rows={4}
        value={wanted.goal}
        aria-required
        aria-invalid={mine.length > 0}
        aria-describedby="new-goal-hint new-goal-no"
        onChange={({ target }) => onWanted({ ...wanted, goal: target.value })}
      />
    </Labelled>
  );
};
