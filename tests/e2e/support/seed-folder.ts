const VARIABLE = 'FIELDWORK_E2E_SEED'

/** Hands the folder of freshly seeded data from the set-up to the workers, which inherit its environment. */
export const seedFolder = {
  announce(folder: string): void {
    process.env[VARIABLE] = folder
  },
  read(): string {
    const folder = process.env[VARIABLE]
    if (!folder) throw new Error('No seeded data: run through playwright.config.ts.')
    return folder
  },
}
