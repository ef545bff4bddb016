import type { QueryKey } from '@tanstack/react-query'

export const ADAPTORS: QueryKey = ['adaptors']
