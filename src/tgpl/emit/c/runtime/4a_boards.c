/* ---- boards: tiles, groups of them, connections and distances

   The grids of a game are constant tables; tiles are objects. Connections of a grid become objects only in games that look at
   them. The same as tgpl/runtime/board.py. */

static inline double place_number(i32 place) { return place == NOWHERE ? null_number() : (double)place; }

static inline u32 piece_count(Game *G, Ref ref, int at) { /* as `pieces.length`, without making the list */
    Tile *tile = at_ref(G, ref);
    u32 count = tile->pieces ? items_at(G, tile->pieces)->count : 0;
    work(G, count, at);
    return count;
}

static inline Ref piece_on(Game *G, Ref ref, double index, int pieces_at, int at) { /* `pieces[index]` */
    u32 count = piece_count(G, ref, pieces_at);
    i64 place = cut(needed(G, index, at));
    if (index <= -1.0 || place < 0 || place >= count) raise_error(G, 702, at);
    return (Ref)slots_of(G, items_at(G, ((Tile *)at_ref(G, ref))->pieces))[place].whole;
}

static inline Ref piece_on_at(Game *G, Ref ref, i64 index, int pieces_at, int at) {
    if ((u64)index >= piece_count(G, ref, pieces_at)) raise_error(G, 702, at);
    return (Ref)slots_of(G, items_at(G, ((Tile *)at_ref(G, ref))->pieces))[index].whole;
}

static Ref pieces_of(Game *G, Ref ref, int at) {
    present(G, ref, at);
    u32 count = piece_count(G, ref, at);
    Tile *tile = at_ref(G, ref);
    Ref made = items_made(G, PREDEFINED.things_type, count);
    if (count) {
        memcpy(slots_of(G, items_at(G, made)), slots_of(G, items_at(G, tile->pieces)), 8 * count);
        items_at(G, made)->count = count;
    }
    return made;
}

/* The list itself, or 0. */
static inline Ref pieces_there(Game *G, Ref ref, int at) {
    Ref pieces = ((Tile *)at_ref(G, ref))->pieces;
    if (pieces) work(G, items_at(G, pieces)->count, at);
    return pieces;
}

/* A copy for a loop that may change it; 0 if there are none. */
static inline Ref pieces_kept(Game *G, Ref ref, int at) {
    Ref pieces = pieces_there(G, ref, at);
    return pieces && items_at(G, pieces)->count ? walk_copy(G, pieces) : 0;
}

static inline Ref place_at(Game *G, const Group *group, i64 column, i64 row) {
    if (column < 0 || row < 0 || column >= group->width || row >= group->height) return 0;
    return ((Ref *)at_ref(G, group->places))[column + row * group->width];
}

/* `group[first][second]`: indices are cut, so that anything above -1 can be the first. */
static inline Ref tile_at(Game *G, Ref ref, double first, double second, int at) {
    Group *group = at_ref(G, present(G, ref, at));
    if (first > -1.0 && first < group->firsts && second > -1.0 && second < group->seconds)
        return ((Ref *)at_ref(G, group->places))[(i32)first * group->first_step + (i32)second * group->second_step];
    if (is_null(first) || is_null(second)) raise_error(G, 701, at);
    return 0;
}

/* The same with whole indices; with the sides of the grid and its steps where they are known. */
static inline Ref tile_in(Game *G, Ref ref, i64 first, i64 second, i64 firsts, i64 seconds, i64 first_step, i64 second_step) {
    if ((u64)first >= (u64)firsts || (u64)second >= (u64)seconds) return 0;
    return ((Ref *)at_ref(G, ((Group *)at_ref(G, ref))->places))[first * first_step + second * second_step];
}

static inline Ref tile_from(const Ref *places, i64 first, i64 second, i64 firsts, i64 seconds, i64 first_step, i64 second_step) {
    if ((u64)first >= (u64)firsts || (u64)second >= (u64)seconds) return 0;
    return places[first * first_step + second * second_step];
}

static inline Ref tile_within(Game *G, Ref ref, i64 first, i64 second) {
    const Group *group = at_ref(G, ref);
    return tile_in(G, ref, first, second, group->firsts, group->seconds, group->first_step, group->second_step);
}

/* The neighbours of a tile, at most as many as `found` has room for; how many there are. */
static u32 neighbours(Game *G, Ref ref, Slot *found) {
    Tile *tile = at_ref(G, ref);
    u32 count = 0;
    if (tile->connections) {
        Items *ways = items_at(G, tile->connections);
        for (u32 i = 0; i < ways->count; i++) {
            Ref way = (Ref)slots_of(G, ways)[i].whole;
            if (way && ((Connection *)at_ref(G, way))->to) found[count++] = slot_of(((Connection *)at_ref(G, way))->to);
        }
        return count;
    }
    if (!tile->group || tile->x == NOWHERE) return 0;
    Group *group = at_ref(G, tile->group);
    i32 column = tile->x, row = tile->y, steps = 0;
    const signed char *way = 0;
    switch (class_of(G, tile->group)->geometry) {
    case SQUARE: way = SIDES, steps = 4; break;
    case SQUARE_AROUND: way = AROUND, steps = 8; break;
    case HEX_ROW: way = HEXES[row & 1], steps = 6; break;
    case HEX_COLUMN: way = HEXES[2 + (column & 1)], steps = 6; break;
    default: break;
    }
    for (i32 i = 0; i < steps; i++) {
        Ref other = place_at(G, group, column + way[2 * i], row + way[2 * i + 1]);
        if (other && !is_blank(G, other)) found[count++] = slot_of(other);
    }
    return count;
}

/* The neighbours of a tile in a grid where nothing else connects any: where they are listed, or into `around`. */
static u32 near_tiles(Game *G, Ref ref, const Ref **near, Ref *around, int at) {
    step(G, at);
    const Tile *tile = at_ref(G, ref);
    if (!tile->group || tile->x == NOWHERE) return 0;
    const ClassInfo *info = class_of(G, tile->group);
    const Group *group = at_ref(G, tile->group);
    /* A tile that was added to another group has the place that it had in its own. */
    if (info->near && tile->x < group->width && tile->y < group->height) { /* how many, then which */
        const Ref *listed = info->near + info->near_size * (tile->x + tile->y * group->width);
        *near = listed + 1;
        return *listed;
    }
    Slot found[8];
    if (tile->connections) unsupported(G, "connections in such a grid"); /* the emitter has seen that there are none */
    u32 count = neighbours(G, ref, found);
    for (u32 i = 0; i < count; i++) around[i] = (Ref)found[i].whole;
    return count;
}

static u32 most_neighbours(Game *G, Ref ref) {
    Tile *tile = at_ref(G, ref);
    return tile->connections ? items_at(G, tile->connections)->count : 8;
}

static Ref neighbours_of(Game *G, Ref ref, int at) {
    present(G, ref, at);
    step(G, at);
    Ref made = items_made(G, PREDEFINED.tiles_type, most_neighbours(G, ref));
    Items *items = items_at(G, made);
    items->count = neighbours(G, ref, slots_of(G, items));
    return made;
}

static Ref connections_of(Game *G, Ref ref, int at) {
    Tile *tile = at_ref(G, present(G, ref, at));
    if (!tile->connections) {
        Ref made = items_made(G, PREDEFINED.connections_type, 0);
        set_ref(G, &tile->connections, made);
    }
    return tile->connections;
}

/* A connection; the emitter's classes have their own ways to be made. */
static Ref connection_to(Game *G, Ref tile, int at) {
    step(G, at);
    Ref made = object_made(G, PREDEFINED.connection, at);
    ((Connection *)at_ref(G, made))->to = tile;
    return made;
}

static void connect_grid(Game *G, Ref ref, int at) { /* the connections of the grid become objects */
    Slot around[8];
    u32 count = neighbours(G, ref, around);
    Ref made = items_made(G, PREDEFINED.connections_type, count);
    for (u32 i = 0; i < count; i++) list_put(G, made, slot_of(connection_to(G, (Ref)around[i].whole, at)));
    set_ref(G, &((Tile *)at_ref(G, ref))->connections, made);
}

/* The connections of a tile as objects, without those to another. */
static Ref connections_without(Game *G, Ref ref, Ref other, int at) {
    present(G, ref, at);
    if (!other) raise_error(G, 701, at);
    if (!((Tile *)at_ref(G, ref))->connections) connect_grid(G, ref, at);
    Ref list = ((Tile *)at_ref(G, ref))->connections;
    Items *ways = items_at(G, list);
    work(G, ways->count, at);
    for (u32 i = 0; i < ways->count;) {
        Ref way = (Ref)slots_of(G, ways)[i].whole;
        if (way && ((Connection *)at_ref(G, way))->to == other) remove_slot(G, ways, i);
        else i++;
    }
    return list;
}

static void tile_unlink(Game *G, Ref ref, Ref other, int at) { connections_without(G, ref, other, at); }

static void tile_link(Game *G, Ref ref, Ref way, int at) {
    Ref list = connections_without(G, ref, ((Connection *)at_ref(G, present(G, way, at)))->to, at);
    list_add(G, list, slot_of(way), -1, at);
}

static void group_add(Game *G, Ref ref, Ref tile, int at) {
    Group *group = at_ref(G, present(G, ref, at));
    if (!tile) raise_error(G, 701, at);
    Items *tiles = items_at(G, group->tiles);
    check_fits(G, tiles, slot_of(tile), at);
    set_ref(G, &((Tile *)at_ref(G, tile))->group, ref);
    work(G, tiles->count, at);
    for (u32 i = 0; i < tiles->count; i++)
        if (slots_of(G, tiles)[i].whole == tile) return;
    push_slot(G, tiles, slot_of(tile));
}

static void group_connect(Game *G, Ref ref, Ref first, Ref second, int at) {
    present(G, ref, at);
    if (!first || !second) raise_error(G, 701, at);
    for (i32 i = 0; i < 2; i++) {
        Ref one = i ? second : first, other = i ? first : second;
        if (!((Tile *)at_ref(G, one))->connections) connect_grid(G, one, at);
        Ref way = connection_to(G, other, at);
        list_add(G, ((Tile *)at_ref(G, one))->connections, slot_of(way), -1, at);
    }
}

static Ref group_tiles(Game *G, Ref ref, int at) {
    Items *tiles = items_at(G, ((Group *)at_ref(G, present(G, ref, at)))->tiles);
    work(G, tiles->count, at);
    return list_like(G, tiles->type, tiles);
}

/* The tiles of a new group, line by line as they are written. */
static void lay_tiles(Game *G, Ref ref, int at) {
    const ClassInfo *info = class_of(G, ref);
    i32 columns = info->geometry == HEX_COLUMN;
    Ref tiles = items_made(G, info->tiles_type, (u32)(info->lines * info->places));
    Group *group = at_ref(G, ref);
    group->tiles = tiles;
    group->width = columns ? info->lines : info->places;
    group->height = columns ? info->places : info->lines;
    int rows_first = info->geometry == HEX_ROW || info->rows_first;
    group->firsts = rows_first ? group->height : group->width;
    group->seconds = rows_first ? group->width : group->height;
    group->first_step = rows_first ? group->width : 1;
    group->second_step = rows_first ? 1 : group->width;
    u32 size = 4 * (u32)(info->lines * info->places);
    group->places = allocate(G, size);
    memset(at_ref(G, group->places), 0, size);
    for (i32 line = 0; line < info->lines; line++)
        for (i32 place = 0; place < info->places; place++) {
            i32 cell = info->cells[line * info->places + place];
            if (cell == -2) continue;
            Ref made;
            if (cell == -1) {
                step(G, at);
                deeper(G, at);
                G->depth--;
                made = object_made(G, PREDEFINED.blank, at);
            } else {
                made = RULES.classes[cell].make(G, at);
            }
            Tile *tile = at_ref(G, made);
            i32 column = columns ? line : place, row = columns ? place : line;
            tile->group = ref;
            tile->x = column;
            tile->y = row;
            ((Ref *)at_ref(G, group->places))[column + row * group->width] = made;
            if (cell != -1) list_put(G, tiles, slot_of(made));
        }
    if (RULES.connections)
        for (u32 i = 0; i < items_at(G, tiles)->count; i++) connect_grid(G, (Ref)slots_of(G, items_at(G, tiles))[i].whole, at);
}

/* -- numbers for what is come across one after the other: `numbered` lists them, `number_at` leads from a place in memory to the list.
   What stands there from another time is told by looking into the list. */

static u32 numbered_place(Game *G, Ref ref) {
    if (!ref || ref >= G->m.top) return ~0u;
    u32 place = G->number_at[ref >> 3];
    return place < G->numbered_count && G->numbered[place] == ref ? place : ~0u;
}

static u32 number_for(Game *G, Ref ref) {
    u32 place = G->number_at[ref >> 3];
    if (place < G->numbered_count && G->numbered[place] == ref) return place;
    if (G->numbered_count == G->numbered_size)
        G->numbered = grow_block(G, G->numbered, &G->numbered_size, (u64)G->numbered_count + 1, sizeof(Ref));
    G->numbered[G->numbered_count] = ref;
    G->number_at[ref >> 3] = G->numbered_count;
    return G->numbered_count++;
}

static void no_numbers(Game *G) {
    u32 size = G->number_size;
    G->number_at = grow_block(G, G->number_at, &G->number_size, (G->m.top >> 3) + 1, sizeof(u32));
    if (G->number_size > size) memset(G->number_at + size, 0, (G->number_size - size) * sizeof(u32));
    G->numbered_count = 0;
}

/* -- the cheapest way along connections */

typedef struct Trek { /* to a tile that was come across: the cheapest and, of those, the oldest comes first */
    double cost;
    Ref tile;
    u32 serial;
} Trek;

static int is_nearer(const Trek *one, const Trek *other) {
    return one->cost != other->cost ? one->cost < other->cost : one->serial < other->serial;
}

static void way_in(Game *G, u32 count, Ref tile, double cost) {
    Trek way = {cost, tile, object_at(G, tile)->serial};
    G->ways = grow_block(G, G->ways, &G->ways_size, (u64)count + 1, sizeof(Trek));
    Trek *ways = G->ways;
    for (; count && is_nearer(&way, &ways[(count - 1) / 2]); count = (count - 1) / 2) ways[count] = ways[(count - 1) / 2];
    ways[count] = way;
}

static Trek way_out(Game *G, u32 count) { /* of so many */
    Trek *ways = G->ways, found = ways[0], last = ways[--count];
    u32 at = 0;
    for (;;) {
        u32 next = 2 * at + 1;
        if (next + 1 < count && is_nearer(&ways[next + 1], &ways[next])) next++;
        if (next >= count || !is_nearer(&ways[next], &last)) break;
        ways[at] = ways[next];
        at = next;
    }
    ways[at] = last;
    return found;
}

static double price_of(Game *G, Ref connection, int at) {
    i32 cost_at = class_of(G, connection)->cost;
    double price = cost_at > 0 ? *(double *)(void *)(G->arena + connection + cost_at) : 1.0;
    if (cost_at < 0 || is_null(price) || price < 0.0) raise_error(G, 705, at);
    return price;
}

static double distance_to(Game *G, Ref from, Ref to, int at) {
    present(G, from, at);
    if (!to) raise_error(G, 701, at);
    Slot *known = G->scratch_top; /* for each tile by its number: the cost so far, and whether it was gone through */
    u32 waiting = 1;
    no_numbers(G);
    room(G, 2);
    number_for(G, from);
    known[0] = slot_of_number(0.0), known[1] = slot_of(0);
    way_in(G, 0, from, 0.0);
    while (waiting) {
        Trek way = way_out(G, waiting--);
        if (way.tile == to) return way.cost;
        u32 number = number_for(G, way.tile);
        if (known[2 * number + 1].whole) continue;
        known[2 * number + 1] = slot_of(1);
        step(G, at);
        Ref list = ((Tile *)at_ref(G, way.tile))->connections;
        Slot around[8];
        u32 count = list ? items_at(G, list)->count : neighbours(G, way.tile, around);
        /* All are looked at before any way is taken: a price that is none is noticed first. */
        for (u32 i = 0; list && i < count; i++) {
            Ref connection = (Ref)slots_of(G, items_at(G, list))[i].whole;
            if (connection && ((Connection *)at_ref(G, connection))->to) price_of(G, connection, at);
        }
        for (u32 i = 0; i < count; i++) {
            Ref connection = list ? (Ref)slots_of(G, items_at(G, list))[i].whole : 0;
            Ref next = list ? (connection ? ((Connection *)at_ref(G, connection))->to : 0) : (Ref)around[i].whole;
            if (!next) continue;
            double cost = way.cost + (connection ? price_of(G, connection, at) : 1.0);
            u32 before = G->numbered_count, other = number_for(G, next);
            if (other < before && !(cost < known[2 * other].number)) continue;
            if (other == before) {
                room(G, 2 * (u64)other + 2);
                known[2 * other + 1] = slot_of(0);
            }
            known[2 * other] = slot_of_number(cost);
            way_in(G, waiting++, next, cost);
        }
    }
    return null_number();
}
