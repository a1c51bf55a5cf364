import { type Field, type KindLike, kindOf } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf, isKindLike, isModel } from '../route/fields.ts'
import { type FilesMember, filesMemberOf, holdsFiles, isAroundFiles } from '../route/file-fields.ts'
import type { Declaration } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'

/** Reports files that are declared where they cannot be bound or returned, each with what to write instead. */
export function reviewFiles(declaration: Declaration): string[] {
  const { params, query, headers, cookies, body } = declaration
  const declared = body?.declared
  const isForm = body?.binding === 'multipart' && declared !== undefined && !isKindLike(declared)
  const parameters = [params, query, headers, cookies]
  const astray = [...parameters, isForm ? undefined : declared].flatMap(membersIn)
  const around = [...parameters, declared].flatMap(fieldsIn).filter(({ kind }) => isAroundFiles(kind))
  const members = isForm ? membersIn(declared) : []
  const names = members.map((member) => member.name)
  return [
    ...astray.map(
      ({ name, declaredBy }) =>
        `the file ${name} is not in a form; declare it in multipart({ ${name}: ${declaredBy}(${declaredBy === 'namedFiles' ? '{ … }' : ''}) })`,
    ),
    ...around.map(
      ({ name }) =>
        `${name} wraps a file in another kind, which is not supported; write ${name}: file({ default: null }) for an optional file, ${name}: files() for several`,
    ),
    ...(names.length > 1
      ? [
          `a form reads its files one after the other, not ${names.join(' and ')} separately; declare them in one member, namedFiles({ ${names.map((name) => `${name}: …`).join(', ')} })`,
        ]
      : []),
    ...reviewAnswered(declaration),
  ]
}

function reviewAnswered({ response, responses, errors }: Declaration): string[] {
  const answered = Object.entries({
    response: isStream(response) ? response.item : response,
    ...responses,
    ...errors,
  })
  return answered
    .filter(([, answer]) => answer !== undefined && typeof answer !== 'string' && isOfFiles(answer))
    .map(
      ([place]) =>
        `${place} has a file, which only a form can have; return its bytes with rawReply, and declare their type with mediaType`,
    )
}

function isOfFiles(answer: KindLike): boolean {
  return holdsFiles(kindOf(answer)) || fieldsIn(answer).some(({ kind }) => holdsFiles(kind))
}

function membersIn(declared: Members | KindLike | undefined): FilesMember[] {
  return fieldsIn(declared).flatMap((field) => filesMemberOf(field) ?? [])
}

function fieldsIn(declared: Members | KindLike | undefined): readonly Field[] {
  if (declared === undefined || (isKindLike(declared) && !isModel(declared))) return []
  return fieldsOf(declared)
}
