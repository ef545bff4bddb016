import { NOT_LISTED } from '#shared/domain/records.ts'

/** What the form of a filter says; it comes with the first that is opened. */
export const FILTER_TEXT = {
  apply: 'Apply',
  operator: 'How',
  value: 'Value',
  from: 'From',
  to: 'To',
  timeHint: { HOURS: 'h:mm or hours', MINUTES: 'Minutes or h:mm' },
  myself: 'Me',
  chosen: 'Chosen',
  another: 'Another',
  one: { person: 'Person', project: 'Project' },
  typeName: 'Type a name',
  remove: (name: string) => `Remove ${name}`,
  notListed: NOT_LISTED,
  operators: {
    CONTAINS: 'contains',
    IS: 'is',
    IS_EMPTY: 'is empty',
    BETWEEN: 'between',
    ON: 'on',
    BEFORE: 'before',
    AFTER: 'after',
    TODAY: 'today',
    THIS_WEEK: 'this week',
    LAST_WEEK: 'last week',
    THIS_MONTH: 'this month',
    LAST_MONTH: 'last month',
    ANY_OF: 'any of',
  },
} as const
