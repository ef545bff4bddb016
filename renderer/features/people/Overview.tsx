import { STATUS_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Facts } from './Facts.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'
import { dayWords, detailsOf, momentWords } from './words.ts'

const PICTURE_PX = 56

/** Who somebody is, and how their account stands (spec 5 §3.1). */
export function Overview({ record }: { readonly record: ListedRow }) {
  const person = detailsOf(record)
  const { facts } = TEXT
  const type = USER_TYPES[person.userType as keyof typeof USER_TYPES] ?? person.userType
  return (
    <section className={styles.part}>
      <header className={styles.who}>
        <PersonAvatar userID={person.id} name={person.displayName} size={PICTURE_PX} />
        <div>
          <strong>{person.displayName}</strong>
          <span>{[person.jobTitle || type, person.areaName].filter(Boolean).join(' · ')}</span>
          <span className={styles.state} data-status={person.isLocked ? 'LOCKED' : person.status}>
            {person.isLocked ? facts.locked : STATUS_WORDS[person.status]}
          </span>
        </div>
      </header>
      {person.leaving ? (
        <p>{TEXT.leaves(dayWords(person.leaving.leaveDate) ?? '', person.leaving.newHolder)}</p>
      ) : null}
      {person.mustChangePassword ? <p>{TEXT.mustChange}</p> : null}
      <Facts
        of={[
          [facts.suspended, person.status === 'SUSPENDED' ? person.suspendReason : null],
          [facts.suspendedUntil, momentWords(person.suspendedUntil)],
          [facts.locked, person.isLocked ? person.lockReason || TEXT.yes : null],
          [facts.userName, person.userName],
          [facts.userType, type],
          [facts.legalName, person.legalName],
          [facts.knownAs, person.knownAs],
          [
            facts.email,
            person.emailUnreachedAt === null
              ? person.email
              : TEXT.notReached(person.email ?? '', momentWords(person.emailUnreachedAt) ?? ''),
          ],
          [facts.mobile, person.mobile],
          [facts.area, person.areaName],
          [facts.manager, person.managerName],
          [facts.lastSignIn, momentWords(person.lastSignInAt) ?? TEXT.neverSignedIn],
          [facts.signInMethod, TEXT.signInBy[person.signInMethod]],
          [facts.twoFactor, person.hasTwoFactor ? TEXT.yes : TEXT.no],
          [facts.device, person.companionDevice],
          [facts.sessions, person.sessions],
        ]}
      />
    </section>
  )
}
