import type { MessageSearch } from '../store/tabs/tab-state.ts'

/** Whether what shows was found for something else than what is typed. */
export const isOld = ({ typed, term }: MessageSearch<unknown>): boolean => typed.trim() !== term
