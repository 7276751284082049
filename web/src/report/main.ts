import { drawFlames } from "../charts/flame";
import { drawAll } from "./plots";
import { makeSortable } from "./sorting";
import { followTheme } from "./theme";

// The page is complete without this script; it draws the charts, sorts the tables and switches the colours.
const redrawCharts = drawAll();
const redrawFlames = drawFlames(document);
makeSortable();
followTheme(() => {
  redrawCharts();
  redrawFlames();
});
document.documentElement.dataset["ready"] = "yes";
