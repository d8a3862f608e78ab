// What stands in the place of a part of the page while its code is loaded.
import "./opening.css";

export const Opening = () => <p className="dim small opening">Loading …</p>;
