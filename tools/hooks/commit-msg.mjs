#!/usr/bin/env node
// The commit-msg hook of git: node commit-msg.mjs <file with the message>. Exits with 1 when the message has problems.
import { readFileSync } from 'node:fs';
import { problemsOfCommitMessage } from './commit-message.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file that holds the commit message.');
const problems = problemsOfCommitMessage(readFileSync(file, 'utf8'));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.stderr.write('See CONTRIBUTING.md, section "Commits".\n');
process.exitCode = problems.length === 0 ? 0 : 1;
