/** Colours by role, from the style sheet, so that light, dark and print each have their own. */
export function colourOf(role: string): string {
  return variable(`--chart-${role}`) || variable("--chart-first");
}

export function variable(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The same colour, nearly transparent. */
export function tinted(colour: string, alpha: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
}
