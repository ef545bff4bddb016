import type { RecordFilter } from '#shared/domain/records.ts'

/** A filter as an address has it. */
export const filterText = ({ field, operator, values }: RecordFilter): string =>
  [field, operator, ...values].map(encodeURIComponent).join('~')
