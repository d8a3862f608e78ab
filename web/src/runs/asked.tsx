// Why: what waits for somebody is told where he looks first, with a way to each answer; it is given where there is all to know before.
import { Link } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";

/** Lines of a question that the list shows; its place shows all. */
const linesMost = 3;

export const Asked = ({ decisions }: Pick<RunLine, "decisions">) => {
  if (decisions.length === 0) return null;
  return (
    <ul className="asked">
      {decisions.map(({ run, key, question, options = [] }) => {
        const lines = question.split("\n").filter((text) => text.trim() !== "");
        return (
          <li key={`${run} ${key}`}>
            <p className="question">
              {lines.slice(0, linesMost).join("\n")}
              {lines.length > linesMost ? " …" : null}
            </p>
            <p className="options">
              {options.map(({ id, means }) => (
                <Link key={id} className="button" title={means} href={runAddress(run, { decide: key, option: id })}>
                  {id}
                </Link>
              ))}
              <Link className={options.length === 0 ? "button first" : "button plain"} href={runAddress(run, { decide: key })}>
                {options.length === 0 ? "decide" : "Context"}
              </Link>
            </p>
          </li>
        );
      })}
    </ul>
  );
};
