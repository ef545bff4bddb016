import * as z from 'zod/mini'
import { jobOrderConfig, projectTargets, taskConfig } from '../contract/settings-entities.ts'
import { DEPLOYMENT_DEFAULTS } from '../domain/settings.ts'
import { TASK_STATUS_KINDS } from '../domain/task-lists.ts'
import { inSection } from './setting.ts'
import {
  choice,
  contracted,
  decimal,
  type Editor,
  each,
  flag,
  group,
  list,
  names,
  part,
  type Shape,
  text,
  whole,
} from './shape.ts'

const projects = inSection('projects')
const workingTime = inSection('workingTime')
const ABSENCE = 'HR’s page of unauthorised absence'

/** Part of a value that the contract's own schema checks. */
const shown = (editor: Editor): Shape => contracted(z.unknown(), editor)
const id = part('Number', whole({ min: 1, max: 2_147_483_647 }), true)
const listOf = (of: Shape, one: string, fresh: unknown) => shown({ kind: 'list', of, one, fresh })
const kinds = Object.fromEntries(
  TASK_STATUS_KINDS.map((kind) => [kind, kind.toLowerCase().replaceAll('_', ' ')]),
)

const taskField = group({
  name: part('Name', text({ max: 100 })),
  description: part('Description', text({ max: 1000, min: 0 })),
  placeholder: part('Placeholder', text({ max: 200, min: 0 })),
  isMetaMandatory: part('Mandatory', flag()),
  dataSource: part('Kind', text({ max: 40, min: 0 })),
  optionsValues: part('Options', names({ each: 200, max: 200 })),
})

const date = () =>
  text({ max: 10, pattern: { test: /^\d{4}-\d{2}-\d{2}$/, error: 'A day is written as 2026-12-25.' } })
const pounds = () => decimal({ min: 0, max: 100, step: 0.01, unit: '£ an hour' })

const holiday = group({ date: part('Day', date()), name: part('Name', text({ max: 100 })) })
const minimumRate = group({
  from: part('From', date()),
  adult: part('21 and over', pounds()),
  youth: part('18 to 20', pounds()),
  minor: part('Under 18', pounds()),
})

/** As the list of requests calls them; said here, so that no page of settings brings the working day along. */
const REQUEST_KINDS = {
  DROP: 'Drop',
  GIVE: 'Give',
  SWAP: 'Swap',
  PICK_UP: 'Pick up',
  CHANGE: 'Other times',
  SPLIT: 'Split',
} as const

const WEEKDAYS = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
} as const

export const WORK = {
  'projects.targets': projects(
    contracted(projectTargets, {
      kind: 'list',
      one: 'Target',
      fresh: { projectID: 1, projectName: '', interviews: 0, interviewsPerHour: 0 },
      of: group({
        projectID: part('Project’s number', whole({ min: 1, max: 2_147_483_647 })),
        projectName: part('Project', text({ max: 200 })),
        interviews: part('Interviews', whole({ min: 0, max: 10_000_000 })),
        interviewsPerHour: part('An hour', decimal({ min: 0, max: 1000, step: 0.1 })),
      }),
    }),
    DEPLOYMENT_DEFAULTS.projectTargets,
    {
      label: 'Targets of projects',
      meaning: 'Completed interviews in all, and an hour.',
      row: 'deployment.projectTargets',
    },
  ),
  'projects.tasks': projects(
    contracted(taskConfig, {
      kind: 'group',
      fields: {
        templates: part(
          'Templates',
          listOf(
            group({
              id,
              name: part('Name', text({ max: 100 })),
              sections: part(
                'Sections',
                list(
                  group({
                    name: part('Name', text({ max: 100 })),
                    metaDataFields: part(
                      'Fields',
                      list(taskField, {
                        one: 'Field',
                        max: 100,
                        fresh: {
                          name: '',
                          description: '',
                          placeholder: '',
                          isMetaMandatory: false,
                          dataSource: 'TEXT',
                          optionsValues: [],
                        },
                      }),
                    ),
                  }),
                  { one: 'Section', max: 50, fresh: { name: '', metaDataFields: [] } },
                ),
              ),
            }),
            'Template',
            { id: 0, name: '', sections: [] },
          ),
        ),
        prefixes: part(
          'Prefixes',
          listOf(
            group({
              id,
              text: part('Text', text({ max: 20 })),
              projectID: part(
                'Project',
                contracted(z.unknown(), { kind: 'number', min: 1, max: 2_147_483_647, step: 1, unit: '' }),
              ),
            }),
            'Prefix',
            { id: 0, text: '', projectID: null },
          ),
        ),
        statuses: part(
          'Statuses',
          listOf(
            group({ name: part('Name', text({ max: 60 })), kind: part('Kind', choice(kinds)) }),
            'Status',
            { name: '', kind: TASK_STATUS_KINDS[0] },
          ),
        ),
        sprints: part('Sprints', names({ each: 100, max: 200 })),
        milestones: part('Milestones', names({ each: 100, max: 200 })),
      },
    }),
    DEPLOYMENT_DEFAULTS.taskConfig,
    {
      label: 'Templates and prefixes of tasks',
      meaning: 'What a new task can begin from, and the lists that its fields choose from.',
      row: 'deployment.taskConfig',
    },
  ),
  'projects.jobOrders': projects(
    contracted(jobOrderConfig, {
      kind: 'group',
      fields: {
        statuses: part('Statuses', names({ each: 60, max: 100 })),
        types: part('Types', names({ each: 60, max: 100 })),
      },
    }),
    DEPLOYMENT_DEFAULTS.jobOrderConfig,
    {
      label: 'Statuses and types of job orders',
      meaning: 'What a job order can be.',
      row: 'deployment.jobOrderConfig',
    },
  ),
  'workingTime.restHours': workingTime(whole({ min: 11, max: 24, unit: 'hours' }), 11, {
    label: 'Rest between shifts',
    meaning: 'The law asks for 11 hours; more is stricter.',
  }),
  'workingTime.dayOffWithinDays': workingTime(whole({ min: 2, max: 7, unit: 'days' }), 7, {
    label: 'A day off in any',
    meaning: 'The law asks for 24 hours off in any 7 days; fewer days are stricter.',
  }),
  'workingTime.weekHours': workingTime(whole({ min: 1, max: 48, unit: 'hours' }), 48, {
    label: 'Hours a week',
    meaning:
      'On the mean of some weeks, for whoever has not opted out. The law allows 48; fewer are stricter.',
  }),
  'workingTime.meanOfWeeks': workingTime(whole({ min: 1, max: 17, unit: 'weeks' }), 17, {
    label: 'Mean of',
    meaning: 'Over how many weeks the hours a week are taken. The law allows 17; fewer are stricter.',
  }),
  'workingTime.shortestShiftHours': workingTime(whole({ min: 1, max: 12, unit: 'hours' }), 1, {
    label: 'Shortest shift',
    meaning: 'A shorter one can’t be planned.',
  }),
  'workingTime.longestShiftHours': workingTime(whole({ min: 1, max: 12, unit: 'hours' }), 12, {
    label: 'Longest shift',
    meaning: 'A longer one can’t be planned.',
  }),
  'workingTime.breakMinutes': workingTime(whole({ min: 20, max: 120, unit: 'minutes' }), 20, {
    label: 'Break in a long shift',
    meaning: 'The law asks for 20 minutes; more is stricter.',
  }),
  'workingTime.breakAfterHours': workingTime(whole({ min: 1, max: 6, unit: 'hours' }), 6, {
    label: 'A shift is long above',
    meaning: 'The law asks for a break in shifts of more than 6 hours; fewer are stricter.',
  }),
  'workingTime.lateMinutes': workingTime(whole({ min: 0, max: 60, unit: 'minutes' }), 3, {
    label: 'Late after',
    meaning: 'Whoever begins a shift later than this is late.',
  }),
  'workingTime.absenceMinutes': workingTime(whole({ min: 1, max: 240, unit: 'minutes' }), 15, {
    label: 'Absence case after',
    meaning: 'Whoever hasn’t begun by then gets an absence case.',
    awaits: ABSENCE,
  }),
  'workingTime.noticeDays': workingTime(whole({ min: 0, max: 60, unit: 'days' }), 7, {
    label: 'Notice of a change',
    meaning: 'How long before a shift it can be changed without asking the person.',
  }),
  'workingTime.shiftRequestTypes': workingTime(
    each(REQUEST_KINDS, flag()),
    { DROP: false, GIVE: false, SWAP: false, PICK_UP: false, CHANGE: false, SPLIT: false },
    {
      label: 'Shift requests approved by the system',
      meaning:
        'Requests of these kinds that nothing is against are approved at once, so marked, and nobody has to decide.',
    },
  ),
  'workingTime.shiftRequestAreas': workingTime(names({ each: 100, max: 500 }), [], {
    label: 'Areas of these requests',
    meaning: 'Only shifts of these areas, by their names; of all areas where none is named.',
  }),
  'workingTime.shiftRequestHours': workingTime(whole({ min: 2, max: 720, unit: 'hours' }), 24, {
    label: 'Time before the shift',
    meaning: 'Only requests that are made longer than this before the shift begins.',
  }),
  'workingTime.payWeekBegins': workingTime(choice(WEEKDAYS), 'MONDAY', {
    label: 'The pay week begins on',
    meaning: 'The day from which the hours of a week are counted for pay.',
  }),
  'workingTime.extraHolidays': workingTime(
    list(holiday, { one: 'Holiday', max: 100, fresh: { date: '', name: '' } }),
    [],
    {
      label: 'Further public holidays',
      meaning:
        'Besides those of England and Wales, such as a day that was proclaimed. Calendars and rates go by it.',
    },
  ),
  'workingTime.removedHolidays': workingTime(
    list(holiday, { one: 'Day', max: 100, fresh: { date: '', name: '' } }),
    [],
    {
      label: 'Public holidays that are no holidays',
      meaning:
        'Days on which the company works although England and Wales have a holiday. Calendars and rates go by it.',
    },
  ),
  'workingTime.minimumRates': workingTime(
    list(minimumRate, {
      one: 'Rates',
      max: 30,
      fresh: { from: '', adult: 0, youth: 0, minor: 0 },
    }),
    [{ from: '2026-04-01', adult: 12.71, youth: 10.85, minor: 8 }],
    {
      label: 'Statutory minimum rates',
      meaning:
        'What the law asks an hour from a day on. The newest that has begun holds: no contract type pays less.',
    },
  ),
} as const
