import type { Database } from '../db/database.ts'
import { openTasksOfPeople, tasksOfPeople } from '../onboarding/open-tasks.ts'
import { peopleSource } from '../people/person-source.ts'
import type { Viewer } from '../people/scope.ts'

/** Whom an id of the page names: people have the even ones, applicants the odd ones. */
export const pendingOf = (id: number) =>
  id % 2 === 0 ? { userID: id / 2, applicantID: null } : { userID: null, applicantID: (id - 1) / 2 }

/** Who waits to start: people with unfinished onboarding tasks, and applicants at HIRED (spec 5 §3.1). */
export function pendingSource(db: Database, viewer: Viewer) {
  const counts = tasksOfPeople(db)
    .groupBy('person.id')
    .select((eb) => ['person.id as userID', eb.fn.countAll<number>().as('tasks')])
  const open = openTasksOfPeople(db)
    .groupBy('person.id')
    .select((eb) => [
      'person.id as userID',
      eb.fn.countAll<number>().as('tasks'),
      // The oldest has the least id.
      eb.fn.min<number>('task.id').as('oldestID'),
    ])
  const people = db
    .selectFrom(
      peopleSource(db, { viewer, scope: 'ALL', statuses: ['ACTIVE', 'SUSPENDED'] })
        .select('u.startDate')
        .as('p'),
    )
    .innerJoin(open.as('open'), 'open.userID', 'p.id')
    .innerJoin(counts.as('counts'), 'counts.userID', 'p.id')
    .innerJoin('onboardingTasks as oldest', 'oldest.id', 'open.oldestID')
    .select((eb) => [
      eb('p.id', '*', 2).as('id'),
      'p.version',
      'p.id as personID',
      eb.lit(null).as('applicantID'),
      ...([
        'p.displayName',
        'p.userName',
        'p.userType',
        'p.roles',
        'p.areaName',
        'p.managerName',
        'p.managerID',
      ] as const),
      ...(['p.agencyName', 'p.contractTypeName', 'p.status'] as const),
      eb.val('ONBOARDING').as('stage'),
      eb('counts.tasks', '-', eb.ref('open.tasks')).as('tasksDone'),
      'counts.tasks as tasksAll',
      'oldest.task as oldestTask',
      'oldest.responsible',
      'p.startDate',
      eb.lit(null).as('rightToWork'),
    ])
  const hired = db.selectFrom('applicants as a').where('a.stage', '=', 'HIRED')
  const applicants = hired
    .leftJoin('areas', 'areas.id', 'a.areaID')
    .leftJoin('agencies', 'agencies.id', 'a.agencyID')
    .leftJoin('contractTypes', 'contractTypes.id', 'a.contractTypeID')
    .select((eb) => [
      eb(eb('a.id', '*', 2), '+', 1).as('id'),
      'a.version',
      eb.lit(null).as('personID'),
      'a.id as applicantID',
      'a.name as displayName',
      eb.lit(null).as('userName'),
      eb.lit(null).as('userType'),
      eb.lit(null).as('roles'),
      'areas.name as areaName',
      eb.lit(null).as('managerName'),
      eb.lit(null).as('managerID'),
      'agencies.name as agencyName',
      'contractTypes.name as contractTypeName',
      eb.lit(null).as('status'),
      eb.val('HIRED').as('stage'),
      eb.lit(0).as('tasksDone'),
      eb.lit(0).as('tasksAll'),
      eb.lit(null).as('oldestTask'),
      eb.lit(null).as('responsible'),
      'a.startDate',
      'a.rightToWork',
    ])
  return db.selectFrom(people.unionAll(applicants as never).as('waiting')).selectAll('waiting')
}
