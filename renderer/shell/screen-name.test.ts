import { expect, test } from 'vitest'
import { screenName } from './screen-name.ts'

test('S078 the screen is called by its last path segment', () => {
  expect(screenName('/dashboard')).toBe('Dashboard')
  expect(screenName('/tracker/my-calendar')).toBe('My calendar')
  expect(screenName('/tracker/my-cati-report')).toBe('My CATI report')
  expect(screenName('/resource/performance/set-up-kpis')).toBe('Set up KPIs')
  expect(screenName('/tracker/my-calendar/')).toBe('My calendar')
  expect(screenName('/supervisor/hr')).toBe('HR')
  expect(screenName('/support/faq')).toBe('FAQ')
  expect(screenName('/tracker/home')).toBe('Home')
  expect(screenName('/tracker/my-hr')).toBe('My HR')
  expect(screenName('/research/cati-projections')).toBe('CATI Projections')
  expect(screenName('/')).toBe('')
})
