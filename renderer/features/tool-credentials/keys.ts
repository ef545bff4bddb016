import type { QueryKey } from '@tanstack/react-query'

/** Imports that can still be undone. */
export const IMPORTS_KEY: QueryKey = ['tool-credentials', 'imports']
