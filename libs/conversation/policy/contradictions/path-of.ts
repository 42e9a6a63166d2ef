/** Where the user wrote a setting, from its generic path. */
export type PathOf = (setting: string) => string;
