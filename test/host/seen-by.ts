import type { SeatId } from '../../src/game/index.ts';
import type { Camp } from './camp.ts';
import { everythingIn, facesOf, postingsOf, said } from './fixture.ts';

/**
 * Everything of a running game that somebody who is not of the Union can come by.
 * @param looksBack whether they also have its recap and its file, which go over all that was done before
 */
export async function seenBy(camp: Camp, who: 'Ada' | 'Cy', side: SeatId, looksBack = true): Promise<string> {
  const { host, store, channel } = camp;
  const as = () => camp.as(who, { isModerator: true });
  const game = store.latestIn(channel)?.id ?? '';
  for (const { id, message } of store.openBallots(game)) if (!message) store.carry(id, { channel, id: String(id) }, 0);
  const open = store.openBallots(game).find(({ seat }) => seat === side);
  const ballots = open
    ? [
        host.ballots.open(as(), side),
        host.ballots.count(as(), null, false, side),
        host.ballots.mine(as(), open.id),
        host.ballots.look(as(), open.id, '1'),
        host.ballots.voteFor(as(), open.id, 1),
        host.ballots.amend(as(), open.id, 1),
        host.ballots.agree(as(), open.id, 2),
      ]
    : [];
  const closed = store.ballotsOf(game).findLast((one) => one.closed && one.seat === side);
  const answers = [
    ...ballots,
    ...(closed ? [host.ballots.mine(as(), closed.id)] : []),
    host.maps.forChannel(as()),
    host.maps.inWords(as()),
    host.maps.forMember(as()),
    host.maps.odds(as()),
    host.maps.units(as()),
    host.log.page(as(), null, 0),
    host.council.show(as(), side),
    host.seats.list(as()),
    host.clocks.showOrSet(as(), {}),
    host.record.show(as(), false),
    host.orders.overrule(as(), 'isn’t possible now', side),
    ...(who === 'Cy' ? [host.myData.export(as())] : []),
  ].map(said);
  if (looksBack) {
    const recap = said(host.recaps.recap(as(), null, null));
    answers.push(recap.later ? await recap.later.make() : recap, host.log.file(as()));
  }
  const each = await Promise.all(answers.map(everythingIn));
  const files = await Promise.all(answers.flatMap(({ files }) => files.map(({ bytes }) => bytes())));
  const board = host.liveBoards.update(game, [], camp.now());
  return [
    ...each,
    ...files,
    ...facesOf(host).map((face) => JSON.stringify(face)),
    ...(await Promise.all(postingsOf(host).map(({ answer }) => everythingIn(answer)))),
    board ? await everythingIn(board.answer) : '',
    ...host.completions.overrule(as(), '', side).map(({ label }) => label),
  ].join('\n');
}
