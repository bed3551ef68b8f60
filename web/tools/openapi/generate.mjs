// Makes src/api/schema.d.ts from the OpenAPI document. Members that the app does not use are left out: `get?: never` of a
// method that a path does not have, empty parameters, headers of replies, and replies with an error, which all have a
// `Problem`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [, , from, to] = process.argv;

const consistsOf = (type, test) => ts.isTypeLiteralNode(type) && type.members.every(test);
const isUnused = (member) =>
  ts.isPropertySignature(member) &&
  ((member.questionToken && member.type?.kind === ts.SyntaxKind.NeverKeyword) ||
    (member.name.text === 'headers' && consistsOf(member.type, ts.isIndexSignatureDeclaration)) ||
    (member.name.text === 'parameters' && consistsOf(member.type, () => false)) ||
    (ts.isNumericLiteral(member.name) && member.name.text >= 400));

const strip = (context) => {
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isTypeLiteralNode(visited) && !ts.isInterfaceDeclaration(visited)) return visited;
    // All replies among the components are errors.
    const isErrors = (member) =>
      visited.name?.text === 'components' && member.name.text === 'responses';
    const members = visited.members.filter((member) => !isUnused(member) && !isErrors(member));
    return ts.isTypeLiteralNode(visited)
      ? ts.factory.updateTypeLiteralNode(visited, members)
      : ts.factory.updateInterfaceDeclaration(
          visited,
          visited.modifiers,
          visited.name,
          visited.typeParameters,
          visited.heritageClauses,
          members,
        );
  };
  return visit;
};

const nodes = await openapiTS(JSON.parse(readFileSync(from, 'utf8')), {
  alphabetize: true,
  arrayLength: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
// `export type ResponseConflict = components['responses']['Conflict']` and the like.
const isOfError = (node) =>
  ts.isTypeAliasDeclaration(node) &&
  node.type.typeName?.escapedText.startsWith("components['responses']");
const used = nodes.filter((node) => !isOfError(node));
const stripped = used.map((node) => ts.transform(node, [strip]).transformed[0]);
const header = '// Generated from docs/generated/openapi.json by `make generate`. Do not edit.\n\n';
const text = header + astToString(stripped);
// A file that is written anew would have the web app built again.
if (!existsSync(to) || readFileSync(to, 'utf8') !== text) writeFileSync(to, text);
