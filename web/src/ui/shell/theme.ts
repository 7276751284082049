/** Light or dark as the system says, until one is chosen; the choice is remembered. */
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const watchers = new Set<() => void>();

export function startTheme(): void {
  const chosen = localStorage.getItem("theme");
  if (chosen === "dark" || chosen === "light") root.dataset["theme"] = chosen;
  dark.addEventListener("change", tell);
}

export const isDark = (): boolean => (root.dataset["theme"] ? root.dataset["theme"] === "dark" : dark.matches);

export function switchTheme(): void {
  root.dataset["theme"] = isDark() ? "light" : "dark";
  localStorage.setItem("theme", root.dataset["theme"]);
  tell();
}

export function onThemeChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
