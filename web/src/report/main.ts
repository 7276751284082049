import { drawAll } from "./plots";
import { makeSortable } from "./sorting";
import { followTheme } from "./theme";

// The page is complete without this script; it draws the charts, sorts the tables and switches the colours.
const redraw = drawAll();
makeSortable();
followTheme(redraw);
document.documentElement.dataset["ready"] = "yes";
