/** Those with these names, in their own order; null is all. Throws for a name that none of them has. */
export function named<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[] | null,
): readonly T[] {
  const unknown = names?.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new Error(`there is no ${unknown}; \`npm run faults -- --list\` names the faults`);
  return all.filter(({ name }) => names?.includes(name) ?? true);
}
