/** How npm is started: the npm that started us, else the one beside this Node, else the one on the PATH. */
export function npmCommand(
  env?: NodeJS.ProcessEnv,
  node?: string,
  exists?: (path: string) => boolean,
): { readonly command: string; readonly args: string[]; readonly shell: boolean }

/** One clear line for why npm failed, or null where the cause isn't known. */
export function installFailure(log: string): string | null
