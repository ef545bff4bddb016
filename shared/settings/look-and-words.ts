import * as z from 'zod/mini'
import { interfaceLabels, styleSettings } from '../contract/settings-entities.ts'
import { DEPLOYMENT_DEFAULTS } from '../domain/settings.ts'
import { THEME_VARIABLES } from '../domain/style-settings.ts'
import { DEFAULT_LABELS, LABEL_LIMIT } from '../domain/ui-labels.ts'
import { inSection } from './setting.ts'
import { colour, contracted, type Editor, each, group, part, text } from './shape.ts'

const look = inSection('look')
const words = inSection('words')

const pair = group({ colour: part('Text', colour()), background: part('Background', colour()) })
const FRESH_PAIR = { colour: '#1a1a1a', background: '#ffffff' }
const styles: Editor = { kind: 'byName', of: pair, names: null, fresh: FRESH_PAIR }
const stylesOf = (label: string) => part(label, contracted(z.unknown(), styles))

/** Colours of the product by role, then pairs of colours by the value that they stand for. */
const styleEditor: Editor = {
  kind: 'group',
  fields: {
    variables: part(
      'Colours of the product',
      contracted(z.unknown(), {
        kind: 'byName',
        of: colour(),
        names: Object.fromEntries(THEME_VARIABLES.map((name) => [name, name])),
        fresh: '',
      }),
    ),
    trackerActivities: stylesOf('Activities'),
    tasks: part('Tasks', group({ status: stylesOf('Status'), priority: stylesOf('Priority') })),
    events: part('Events', group({ state: stylesOf('State'), type: stylesOf('Type') })),
    jobOrders: part(
      'Job orders',
      group({
        status: stylesOf('Status'),
        subStatus: stylesOf('Sub-status'),
        type: stylesOf('Type'),
        combinations: stylesOf('Combinations'),
      }),
    ),
  },
}

const KNOWN_LABELS = new Set(Object.keys(DEFAULT_LABELS))
const label = text({ max: LABEL_LIMIT })
const menuLabels = z.record(
  z.string().check(z.refine((key) => KNOWN_LABELS.has(key), { error: 'There is no such label.' })),
  label.schema,
)

export const LOOK_AND_WORDS = {
  'look.themeLight': look(contracted(styleSettings, styleEditor), DEPLOYMENT_DEFAULTS.themeLight, {
    label: 'Colours of the light theme',
    meaning: 'The product’s colours, and those of statuses, priorities, events and job orders, by day.',
    row: 'deployment.themeLight',
  }),
  'look.themeDark': look(contracted(styleSettings, styleEditor), DEPLOYMENT_DEFAULTS.themeDark, {
    label: 'Colours of the dark theme',
    meaning: 'The same for whoever works with the dark theme.',
    row: 'deployment.themeDark',
  }),
  'words.menuLabels': words(
    contracted(menuLabels as z.ZodMiniType<Record<string, string>, unknown>, {
      kind: 'byName',
      of: label,
      names: DEFAULT_LABELS,
      fresh: '',
    }),
    {},
    {
      label: 'Names in the menu',
      meaning:
        'What modules and pages are called. An address is made of each, so a page’s address changes, too.',
      row: 'uiLabels',
    },
  ),
  'words.interfaceLabels': words(
    contracted(interfaceLabels, {
      kind: 'group',
      fields: {
        projectManagement: part(
          'Project management',
          group({ epic: part('Epic/Client', label), story: part('Story/Project', label) }),
        ),
        jobOrder: part(
          'Fields of a job order',
          each(
            {
              name: 'Job order',
              customer: 'Customer',
              status: 'Status',
              subStatus: 'Sub-status',
              type: 'Type',
              startDate: 'Start date',
              dueDate: 'Due date',
              owner: 'Owner',
              notes: 'Notes',
            },
            label,
          ),
        ),
      },
    }),
    DEPLOYMENT_DEFAULTS.interfaceLabels,
    {
      label: 'Names of fields',
      meaning: 'What epics, stories and the fields of job orders are called.',
      row: 'deployment.interfaceLabels',
    },
  ),
} as const
