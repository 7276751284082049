/** Light or dark as the system says, until the reader chooses; print is always light. Redraws the charts at each change. */
export function followTheme(redraw: () => void): void {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme") as HTMLButtonElement | null;
  const isDark = () => (root.dataset["theme"] ? root.dataset["theme"] === "dark" : dark.matches);
  const show = () => {
    if (button) button.textContent = isDark() ? "Light" : "Dark";
    redraw();
  };

  if (button) {
    button.hidden = false;
    button.textContent = isDark() ? "Light" : "Dark";
    button.addEventListener("click", () => {
      root.dataset["theme"] = isDark() ? "light" : "dark";
      show();
    });
  }
  dark.addEventListener("change", show);
  matchMedia("print").addEventListener("change", redraw);
}
