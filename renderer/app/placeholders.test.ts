import { expect, test } from 'vitest'
import { leavesOf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import type { DialogName } from '../services/notices/dialogs.ts'
import { DIALOGS } from '../shell/dialogs/registry.ts'
import { APP_ACTIONS } from '../shell/top-bar/app-actions.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { PageScreen } from './page-screens.tsx'

/*
 * What says 'This installation has no content for this page.' What gets content goes from these lists in the
 * same commit; nothing comes to them that a document describes and that was there.
 */

const PAGES = `
connect.whatsapp connect.blogs connect.community-board
recruitment.home recruitment.compatibility-test recruitment.interviews
training.home training.training-sessions training.training-log training.users
hr.payroll.pending-checks hr.payroll.pay-stats hr.one-to-one-meeting hr.unauthorised-absence
hr.performance-improvement hr.users
agency.home agency.legacy-pay-stats agency.pay-stats agency.calendar-events agency.shift-patterns agency.interviews

gamification.game-management gamification.quests-management
research.task-report research.projects-data research.project-management research.project-hours
research.survey-builder research.power-report research.users
finance.reports.fiscal-report finance.expenses.my-expenses finance.expenses.manage-expenses finance.expenses.finance-expenses
job-orders.home
sense.home sense.settings
task.task-groups task.project-management task.task-report
room.case-management
`

const DIALOGS_WITHOUT = [
  // Of the working day's.
  ...['coaching', 'project', 'qc-logs'],
  // Of the back office's.
  ...['job-order', 'return-to-work'],
  // Named by document 1, and no more than that.
  ...['polls', 'send-message'],
  // What the AI report analyser of the drawer opens.
  'unavailable',
]

test('the dialogs without content are those of documents 4 to 6 and those that no document describes', () => {
  const plain: unknown[] = [DIALOGS.unavailable, DIALOGS['return-to-work']]
  const names = (Object.keys(DIALOGS) as DialogName[]).filter((name) => plain.includes(DIALOGS[name]))
  expect(names.sort()).toEqual(DIALOGS_WITHOUT.sort())
})

test('of the drawer’s actions the AI report analyser alone has no content', () => {
  const without = APP_ACTIONS.filter(({ run }) => {
    const { services } = fakeServices()
    run({ services, navigate: () => {}, openCentre: () => {} })
    return services.dialogs.store.getState().some(({ name }) => DIALOGS_WITHOUT.includes(name))
  })
  expect(without.map(({ id }) => id)).toEqual(['analyser'])
})

test('the pages without content are those of documents 4 to 6', () => {
  // A page that doesn't exist has no content either: it shows which component stands for that.
  const plain = PageScreen({ pageID: 'nobody.nothing' }).type
  const pages = leavesOf(NAVIGATION)
    .filter(({ item }) => item.dialog === undefined)
    .map(({ item }) => item.id)
    .filter((pageID) => PageScreen({ pageID }).type === plain)
  expect(pages).toEqual(PAGES.trim().split(/\s+/))
})
