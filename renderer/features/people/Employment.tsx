import { WORK_LOCATION_WORDS } from '#shared/domain/person.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { Facts } from './Facts.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'
import { dayWords, detailsOf } from './words.ts'

/** How somebody is employed, and what they can (spec 5 §3.1). */
export function Employment({ record }: { readonly record: ListedRow }) {
  const person = detailsOf(record)
  const { facts } = TEXT
  return (
    <section className={styles.part}>
      <Facts
        of={[
          [facts.contractType, person.contractTypeName ?? TEXT.none],
          [facts.agency, person.agencyName],
          [facts.startDate, dayWords(person.startDate) ?? TEXT.none],
          [facts.leaveDate, dayWords(person.leaveDate)],
          [facts.weeklyHours, person.weeklyHours],
          [facts.payrollNumber, person.payrollNumber],
          [facts.workLocation, WORK_LOCATION_WORDS[person.workLocation]],
          [facts.coreHours, person.coreHours],
          [facts.availability, person.availability],
          [facts.isOptedOut48, person.isOptedOut48 ? TEXT.yes : TEXT.no],
          [facts.languages, person.languages.join(', ')],
          [facts.skills, person.skills.map(({ name }) => name).join(', ')],
        ]}
      />
    </section>
  )
}
