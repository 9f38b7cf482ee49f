// Checks a commit message: Conventional Commits, a subject of at most 72 characters, and an empty line before the body.

const MAX_SUBJECT_CHARACTERS = 72;
const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'revert'];
const subjectPattern = new RegExp(`^(${types.join('|')})(\\([a-z0-9-]+(,[a-z0-9-]+)*\\))?!?: \\S`);
/** Subjects that git generates, which are always accepted. */
const generated = /^(Merge |Revert "|fixup! |squash! |amend! )/;

/** Returns a sentence for each problem; an empty array for a valid message. Ignores lines that git removes. */
export function problemsOfCommitMessage(message) {
  const text = message.split(/^# -+ >8 -+$/m)[0] ?? '';
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  while (lines[0]?.trim() === '') lines.shift();
  const [subject = '', second = ''] = lines;
  if (subject.trim() === '') return ['The message is empty.'];
  if (generated.test(subject)) return [];
  const problems = [];
  if (!subjectPattern.test(subject))
    problems.push(
      `The subject must be "type(scope): what the commit does", where type is one of ${types.join(', ')}.`,
    );
  if (subject.length > MAX_SUBJECT_CHARACTERS)
    problems.push(
      `The subject has ${subject.length} characters; at most ${MAX_SUBJECT_CHARACTERS} are allowed.`,
    );
  if (/\.\s*$/.test(subject)) problems.push('The subject must not end with a full stop.');
  if (second.trim() !== '') problems.push('The line after the subject must be empty.');
  return problems;
}
