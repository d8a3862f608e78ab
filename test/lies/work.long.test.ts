// Lies through what agents make in their places, and from within the fence.
import { tellLies } from "./tell.ts";

tellLies(true);
